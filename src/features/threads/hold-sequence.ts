import type { WorkspaceCtx } from "#core/ctx.ts";
import type { Statement } from "#db/db.ts";
import type { CampaignId, LeadId } from "#domain/ids.ts";
import { DAY_MS, later } from "#domain/time.ts";
import { holdEnrolment } from "./hold-store.ts";

/** Contract 2.1: where nothing says when somebody is back. */
export const ABSENCE_DAYS = 7;

/**
 * The statement that puts a lead's sequence off by some days, for the batch of the absence that is
 * its cause; `guard` repeats that batch's condition.
 */
export function holdSequence(
  ctx: WorkspaceCtx,
  lead: { readonly campaignId: CampaignId; readonly leadId: LeadId; readonly days: number },
  guard: Parameters<typeof holdEnrolment>[3],
): Statement {
  const { campaignId, leadId, days } = lead;
  const until = later(ctx.now(), days * DAY_MS);
  return holdEnrolment(ctx.db, ctx.workspaceId, { campaignId, leadId, until }, guard);
}
