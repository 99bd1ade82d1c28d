import { MAX_REPORTED } from "#modules/campaigns/contract/campaigns.ts";
import type { SendingDay, SendingDayQuery } from "#modules/campaigns/contract/sending-day.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import {
  isOpen,
  localDay,
  localMidnight,
  nextLocalDay,
  type Schedule,
} from "#platform/rules/schedule.ts";
import { type UnixMs, unixMs } from "#platform/rules/ids.ts";
import { iso, MINUTE_MS } from "#platform/rules/time.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import { selectSentSpans } from "./day-store.ts";
import { foreseeDay } from "./foresee-day.ts";
import { heldToday } from "./held-today.ts";
import { selectCampaigns } from "#modules/campaigns/campaigns/store.ts";

/**
 * Today's campaign mail in quarter hours, in the zone that is asked for or the workspace's: what
 * left, and what active campaigns will still send; what is held is reported for the newest 20. Looks at
 * no more leads than their mailboxes can serve today. Changes nothing.
 */
export async function readDay(ctx: WorkspaceCtx, query: SendingDayQuery): Promise<SendingDay> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const timezone = query.timezone ?? (await readSettings(ctx)).general.timezone;
  const date = localDay(timezone, now);
  const from = localMidnight(timezone, now);
  const until = nextLocalDay(timezone, now);
  const quarters = quartersOf(from, until);
  const active = {
    page: 1,
    limit: MAX_REPORTED,
    status: "active",
    sort: "created_at",
    order: "desc",
  } as const;
  const [sent, rows, paused] = await Promise.all([
    selectSentSpans(db, workspaceId, { from, until, spanMs: QUARTER_MS }),
    selectCampaigns(db, workspaceId, active, null),
    selectCampaigns(db, workspaceId, { ...active, status: "paused" }, null),
  ]);
  const campaigns = rows.slice(0, MAX_REPORTED);
  const today = await foreseeDay(ctx, until);
  const perQuarter = quarters.map(() => 0);
  for (const { at } of today.mails) {
    // Of a quarter that has begun, the minute that runs may lie before the day's first look.
    const index = Math.max(0, Math.floor((at - from) / QUARTER_MS));
    perQuarter[index] = (perQuarter[index] ?? 0) + 1;
  }
  const planned = Map.groupBy(today.mails, (mail) => mail.campaignId);
  // Of one that is paused nothing leaves; who paused it knows.
  const stopped = paused.filter(
    ({ pausedReason }) => pausedReason !== null && pausedReason !== "manual",
  );
  const held = await heldToday(ctx, {
    until,
    outlooks: [...campaigns, ...stopped].map((campaign) => ({
      campaign,
      planned: planned.get(campaign.id)?.length ?? 0,
      heldBy: today.heldBy(campaign.id),
    })),
  });
  return {
    date,
    timezone,
    held,
    sent: [...sent.values()].reduce((sum, n) => sum + n, 0),
    planned: today.mails.length,
    limit: today.limit,
    quarters: quarters.map((at, index) => ({
      at: iso(at),
      sent: sent.get(index) ?? 0,
      planned: perQuarter[index] ?? 0,
      open: campaigns.some(({ schedule }) => opensIn(schedule, at)),
    })),
  };
}

/** What a day is drawn in. */
const QUARTER_MS = 15 * MINUTE_MS;

/** Whether a campaign's window is open in some part of the quarter hour. */
const opensIn = (schedule: Schedule, at: UnixMs): boolean =>
  isOpen(schedule, at) || isOpen(schedule, unixMs(at + QUARTER_MS - 1));

/** 96 of them; 92 or 100 where clocks change. */
function quartersOf(from: UnixMs, until: UnixMs): UnixMs[] {
  const count = Math.ceil((until - from) / QUARTER_MS);
  return Array.from({ length: count }, (_, index) => unixMs(from + index * QUARTER_MS));
}
