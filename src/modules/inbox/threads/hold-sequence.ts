import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { CampaignId, LeadId, UnixMs } from "#platform/rules/ids.ts";
import { holdEnrolment } from "./hold-store.ts";

/** Where nothing says when somebody is back. */
export const ABSENCE_DAYS = 7;

/**
 * The statements that put a lead's sequence off until then, for the batch of the absence that is
 * their cause; `guard` repeats that batch's condition.
 */
export const holdSequence = (
  ctx: WorkspaceCtx,
  lead: { readonly campaignId: CampaignId; readonly leadId: LeadId; readonly until: UnixMs },
  guard: Parameters<typeof holdEnrolment>[3],
): Statement[] => holdEnrolment(ctx.db, ctx.workspaceId, lead, guard);
