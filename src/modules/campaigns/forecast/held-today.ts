import type { SendingDay } from "#modules/campaigns/contract/sending-day.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { type DayOutlook, heldTodayBy } from "#modules/campaigns/rules/sending/held-today.ts";
import { selectDueCounts } from "./day-store.ts";
import { selectCampaignMailboxes } from "#modules/campaigns/status/mailboxes-store.ts";
import { sendingStatus } from "./sending-status.ts";
import type { CampaignRow } from "#modules/campaigns/campaigns/store.ts";

/** Leads of a campaign and status that are counted. */
const COUNTED = 10_000;

type Outlook = Omit<DayOutlook, "code"> & { readonly campaign: CampaignRow };

/**
 * Mails that are due before `until` and will not leave, by campaign and rule. `stopped` are paused
 * campaigns, of which nothing leaves. One query for all, and some for each campaign that holds any.
 */
export async function heldToday(
  ctx: WorkspaceCtx,
  day: { until: UnixMs; outlooks: readonly Outlook[]; stopped: readonly CampaignRow[] },
): Promise<SendingDay["held"]> {
  const { db, workspaceId } = ctx;
  const still = { planned: 0, left: null, mailboxesLeft: 0 };
  const outlooks = [
    ...day.outlooks,
    ...day.stopped.map((campaign): Outlook => ({ campaign, ...still })),
  ];
  const due = await selectDueCounts(
    db,
    workspaceId,
    outlooks.map(({ campaign }) => campaign.id),
    day.until,
    COUNTED,
  );
  const held = await Promise.all(
    outlooks.map(async ({ campaign, ...outlook }) => {
      const all = due.get(campaign.id) ?? 0;
      const mails = all - outlook.planned;
      if (mails <= 0) return [];
      const boxes = await selectCampaignMailboxes(db, workspaceId, campaign.id);
      const { code } = await sendingStatus(ctx, campaign, boxes);
      return [
        {
          campaign_id: campaign.id,
          campaign_name: campaign.name,
          mails,
          has_more: all >= COUNTED,
          code: heldTodayBy({ ...outlook, code }),
        },
      ];
    }),
  );
  return held.flat().sort((a, b) => b.mails - a.mails);
}
