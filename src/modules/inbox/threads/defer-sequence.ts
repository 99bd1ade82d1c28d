import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { CampaignId, LeadId, UnixMs } from "#platform/rules/ids.ts";
import { deferEnrolment } from "./defer-store.ts";

/** If no return date is known. */
export const ABSENCE_DAYS = 7;

/**
 * The statements that defer a lead's sequence until then, for the batch of the absence that is
 * their cause; `guard` repeats that batch's condition.
 */
export const deferSequence = (
  ctx: WorkspaceCtx,
  lead: { readonly campaignId: CampaignId; readonly leadId: LeadId; readonly until: UnixMs },
  guard: Parameters<typeof deferEnrolment>[3],
): Statement[] => deferEnrolment(ctx.db, ctx.workspaceId, lead, guard);
