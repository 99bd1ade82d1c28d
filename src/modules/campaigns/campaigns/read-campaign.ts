import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { campaignTotals, pendingLeads } from "#modules/campaigns/stats/campaign-totals.ts";
import { findCampaign } from "./find-campaign.ts";
import { selectCampaignMailboxes } from "#modules/campaigns/status/mailboxes-store.ts";
import { presentCampaign, presentStep } from "./present.ts";
import { sendingStatus } from "#modules/campaigns/forecast/sending-status.ts";
import { selectSteps } from "#modules/campaigns/steps/steps-store.ts";

/** A campaign with its steps, mailboxes, counts and why it sends or not. Throws `not_found`. */
export async function readCampaign(ctx: WorkspaceCtx, id: CampaignId): Promise<CampaignDetail> {
  const { db, workspaceId } = ctx;
  const campaign = await findCampaign(ctx, id);
  const [steps, mailboxes, totals, pending] = await Promise.all([
    selectSteps(db, workspaceId, id),
    selectCampaignMailboxes(db, workspaceId, id),
    campaignTotals(ctx, [id]),
    pendingLeads(ctx, id),
  ]);
  return {
    ...presentCampaign(
      campaign,
      mailboxes.map((m) => m.id),
    ),
    steps: steps.map(presentStep),
    mailboxes: mailboxes.map((m) => ({
      id: m.id,
      email: m.email,
      from_name: m.fromName,
      status: m.status,
    })),
    stats: { ...totals(id), pending },
    sending_status: await sendingStatus(ctx, campaign, mailboxes),
  };
}
