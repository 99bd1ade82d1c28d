import { inWorkspace, type Deps, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { triedOf } from "#modules/campaigns/rules/rates.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { eventStatements } from "#modules/events/events/event-statements.ts";
import { wakeDeliveries } from "#modules/events/events/wake-deliveries.ts";
import {
  finishedGuard,
  markCompleted,
  selectCompletion,
  selectFinishedCampaigns,
} from "./completion-store.ts";

/**
 * Completes a campaign whose every lead is done: status and event in one batch, once per
 * run. Does nothing while one lead is open, where none was ever added, or when it is not active.
 */
export async function completeIfFinished(ctx: WorkspaceCtx, campaignId: CampaignId): Promise<void> {
  const campaign = await selectCompletion(ctx.db, ctx.workspaceId, campaignId);
  if (!campaign) return;
  const tried = triedOf(campaign);
  const dedupeKey = `completed:${campaignId}:${campaign.epoch}`;
  await runBatch(ctx.db, [
    ...eventStatements(
      ctx,
      {
        type: "campaign.completed",
        dedupeKey,
        leadId: null,
        campaignId,
        sendId: null,
        data: {
          campaign_id: campaignId,
          campaign_name: campaign.name,
          status: "completed",
          previous_status: "active",
          reason: "finished",
          bounce_rate: tried === 0 ? 0 : campaign.bounced / tried,
          sample: tried,
          triggered_by: "system",
          totals: {
            leads: campaign.leads,
            sent: campaign.sent,
            replied: campaign.replied,
            positive_replies: campaign.positive_replies,
            bounced: campaign.bounced,
            unsubscribed: campaign.unsubscribed,
          },
        },
      },
      finishedGuard(ctx.workspaceId, campaignId),
    ),
    markCompleted(ctx.db, ctx.workspaceId, campaignId, ctx.now()),
  ]);
  await wakeDeliveries(ctx, [dedupeKey]);
}

/** Sweep: completes what a lost moment left open. */
export async function completeFinishedCampaigns(deps: Deps): Promise<void> {
  for (const { workspaceId, id } of await selectFinishedCampaigns(deps.db)) {
    await completeIfFinished(inWorkspace(deps, workspaceId), id);
  }
}
