import type { SendingDay } from "#modules/campaigns/contract/sending-day.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import type { SendingStatusCode } from "#modules/campaigns/rules/states.ts";
import { selectDueCounts } from "./day-store.ts";
import { campaignStops } from "./sending-status.ts";
import type { CampaignRow } from "#modules/campaigns/campaigns/store.ts";

/** Leads of a campaign and status that are counted. */
const COUNTED = 10_000;

/** Of a campaign, the mails of today that are foreseen, and what keeps back the others. */
type Outlook = {
  readonly campaign: CampaignRow;
  readonly planned: number;
  readonly heldBy: SendingStatusCode;
};

/** Mails that are due before `until` and will not leave, by campaign and rule. Two queries. */
export async function heldToday(
  ctx: WorkspaceCtx,
  day: { readonly until: UnixMs; readonly outlooks: readonly Outlook[] },
): Promise<SendingDay["held"]> {
  const { db, workspaceId } = ctx;
  const ids = day.outlooks.map(({ campaign }) => campaign.id);
  const due = await selectDueCounts(db, workspaceId, ids, day.until, COUNTED);
  const holding = day.outlooks.flatMap(({ campaign, planned, heldBy }) => {
    const all = due.get(campaign.id) ?? 0;
    return all > planned ? [{ campaign, all, mails: all - planned, heldBy }] : [];
  });
  const { stops } = await campaignStops(
    ctx,
    holding.map(({ campaign }) => campaign),
  );
  return holding
    .map(({ campaign, all, mails, heldBy }) => ({
      campaign_id: campaign.id,
      campaign_name: campaign.name,
      mails,
      has_more: all >= COUNTED,
      code: stops.get(campaign.id)?.code ?? heldBy,
    }))
    .sort((a, b) => b.mails - a.mails);
}
