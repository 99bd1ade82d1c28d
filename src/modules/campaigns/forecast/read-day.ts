import { MAX_TOLD } from "#modules/campaigns/contract/campaigns.ts";
import type { SendingDay, SendingDayQuery } from "#modules/campaigns/contract/sending-day.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { localDay, localMidnight, nextLocalDay } from "#platform/rules/schedule.ts";
import { type UnixMs, unixMs } from "#platform/rules/ids.ts";
import { effectiveDailyLimit } from "#modules/mailboxes/rules/limits.ts";
import { campaignDay } from "#modules/campaigns/rules/sending/campaign-limits.ts";
import {
  opensIn,
  type PlannedCampaign,
  type PlannedMailbox,
  planDay,
  QUARTER_MS,
} from "#modules/campaigns/rules/sending/plan-day.ts";
import { iso } from "#platform/rules/time.ts";
import { daysSent } from "#modules/campaigns/claim/days-sent.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import { selectDueTimes, selectSentSpans } from "./day-store.ts";
import { heldToday } from "./held-today.ts";
import { selectCampaignMailboxes } from "#modules/campaigns/status/mailboxes-store.ts";
import { selectUsed } from "#modules/campaigns/status/status-store.ts";
import { selectCampaigns } from "#modules/campaigns/campaigns/store.ts";

/**
 * Today's campaign mail in quarter hours, in the zone that is asked for or the workspace's: what
 * left, and what the newest active campaigns, at most 20, will still send. Looks at no more leads
 * than their mailboxes can serve today. Changes nothing.
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
    limit: MAX_TOLD,
    status: "active",
    sort: "created_at",
    order: "desc",
  } as const;
  const [sent, rows, paused] = await Promise.all([
    selectSentSpans(db, workspaceId, { from, until, spanMs: QUARTER_MS }),
    selectCampaigns(db, workspaceId, active, null),
    selectCampaigns(db, workspaceId, { ...active, status: "paused" }, null),
  ]);
  const campaigns = rows.slice(0, MAX_TOLD);
  const sentOn = await daysSent(ctx, campaigns);
  const boxes = new Map<number, PlannedMailbox>();
  let limit = 0;
  const planned = await Promise.all(
    campaigns.map(async (campaign): Promise<PlannedCampaign> => {
      const { id, schedule } = campaign;
      const able = (await selectCampaignMailboxes(db, workspaceId, id)).filter(
        ({ status }) => status === "active",
      );
      const used = await selectUsed(
        db,
        workspaceId,
        { id, day: localDay(schedule.timezone, now) },
        able.map((box) => ({ id: box.id, day: localDay(box.timezone ?? "UTC", now) })),
      );
      for (const box of able) {
        if (boxes.has(box.id)) continue;
        const may = effectiveDailyLimit(box, now);
        const left = Math.max(0, may - (used.mailboxes.get(box.id) ?? 0));
        boxes.set(box.id, { ...box, left, freeAt: box.nextSendAt });
        limit += may;
      }
      const day = campaignDay(campaign, sentOn(id));
      const own = day.limit === null ? null : Math.max(0, day.limit - used.campaign);
      const room = able.reduce((sum, box) => sum + (boxes.get(box.id)?.left ?? 0), 0);
      const most = Math.min(room, own ?? room);
      const dueAt = most === 0 ? [] : await selectDueTimes(db, workspaceId, id, until, most);
      return { schedule, mailboxIds: able.map((box) => box.id), left: own, dueAt };
    }),
  );
  const plan = planDay(quarters, now, [...boxes.values()], planned);
  const held = await heldToday(ctx, {
    until,
    stopped: paused.filter(
      ({ pausedReason }) => pausedReason !== null && pausedReason !== "manual",
    ),
    outlooks: campaigns.map((campaign, index) => {
      const { mailboxIds = [], left = null } = planned[index] ?? {};
      return {
        campaign,
        planned: plan.perCampaign[index] ?? 0,
        left,
        mailboxesLeft: mailboxIds.reduce((sum, id) => sum + (plan.left.get(id) ?? 0), 0),
      };
    }),
  });
  return {
    date,
    timezone,
    held,
    sent: [...sent.values()].reduce((sum, n) => sum + n, 0),
    planned: plan.perQuarter.reduce((sum, n) => sum + n, 0),
    limit,
    quarters: quarters.map((at, index) => ({
      at: iso(at),
      sent: sent.get(index) ?? 0,
      planned: plan.perQuarter[index] ?? 0,
      open: campaigns.some(({ schedule }) => opensIn(schedule, at)),
    })),
  };
}

/** 96 of them; 92 or 100 where clocks change. */
function quartersOf(from: UnixMs, until: UnixMs): UnixMs[] {
  const count = Math.ceil((until - from) / QUARTER_MS);
  return Array.from({ length: count }, (_, index) => unixMs(from + index * QUARTER_MS));
}
