import { notFound } from "#platform/rules/errors.ts";
import { type CampaignRow, selectCampaign } from "./store.ts";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import {
  campaignTotals,
  pendingLeads,
  stepCounts,
} from "#modules/campaigns/stats/campaign-totals.ts";
import { selectCampaignMailboxes } from "#modules/campaigns/status/mailboxes-store.ts";
import { presentCampaign, presentStep } from "./present.ts";
import { sendingStatuses } from "#modules/campaigns/forecast/sending-status.ts";
import { selectStepsOfCampaign } from "#modules/campaigns/steps/steps-store.ts";

/** A campaign with its steps, mailboxes, counts and why it sends or not. Throws `not_found`. */
export async function readCampaign(ctx: WorkspaceCtx, id: CampaignId): Promise<CampaignDetail> {
  const { db, workspaceId } = ctx;
  const campaign = await findCampaign(ctx, id);
  const [steps, mailboxes, totals, byStep, pending, statusOf] = await Promise.all([
    selectStepsOfCampaign(db, workspaceId, id),
    selectCampaignMailboxes(db, workspaceId, id),
    campaignTotals(ctx, [id]),
    stepCounts(ctx, id),
    pendingLeads(ctx, id),
    sendingStatuses(ctx, [campaign]),
  ]);
  return {
    ...presentCampaign(
      campaign,
      mailboxes.filter((m) => !m.byTag).map((m) => m.id),
    ),
    steps: steps.map(presentStep),
    mailboxes: mailboxes.map((m) => ({
      id: m.id,
      email: m.email,
      from_name: m.fromName,
      status: m.status,
      by_tag: m.byTag,
    })),
    stats: { ...totals(id), pending, by_step: byStep },
    sending_status: statusOf(id),
  };
}

/** A campaign's row. Throws `not_found`, also for a deleted one and another workspace's. */
export async function findCampaign(ctx: WorkspaceCtx, id: CampaignId): Promise<CampaignRow> {
  const row = await selectCampaign(ctx.db, ctx.workspaceId, id);
  if (!row) throw notFound("campaign");
  return row;
}
