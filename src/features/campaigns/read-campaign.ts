import type { CampaignDetail } from "#contract/campaigns.ts";
import type { WorkspaceCtx } from "#core/ctx.ts";
import type { CampaignId } from "#domain/ids.ts";
import { campaignTotals, pendingLeads } from "#features/stats/campaign-totals.ts";
import { findCampaign } from "./find-campaign.ts";
import { selectCampaignMailboxes } from "./mailboxes-store.ts";
import { presentCampaign, presentStep } from "./present.ts";
import { sendingStatus } from "./sending-status.ts";
import { selectSteps } from "./steps-store.ts";

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
