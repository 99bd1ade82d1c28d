import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { PauseReason } from "#modules/campaigns/rules/states.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { releaseHolds } from "./store.ts";

/**
 * The statement that lets a campaign's held mailboxes go, for the batch of its start: a person says
 * that it may go on, so what happened before no longer counts. `guard` repeats that
 * batch's condition.
 */
export const releaseMailboxes = (
  ctx: WorkspaceCtx,
  campaign: { readonly id: CampaignId; readonly pausedReason: PauseReason | null },
  guard: Parameters<typeof releaseHolds>[4],
): Statement => {
  const byRate =
    campaign.pausedReason === "bounce_rate" || campaign.pausedReason === "complaint_rate";
  return releaseHolds(ctx.db, ctx.workspaceId, campaign.id, { now: ctx.now(), byRate }, guard);
};
