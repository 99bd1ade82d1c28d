import { worksForCampaign } from "#modules/warmup/hooks.ts";
import type { WarmupStatus } from "#modules/warmup/contract/warmup.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { localDay, nextOpening } from "#platform/rules/schedule.ts";
import { hash32 } from "#platform/rules/seed.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { DAY_MS, later, utcDay } from "#platform/rules/time.ts";
import { hoursOf } from "#modules/warmup/rules/due-times.ts";
import { isLimitedPool, nextRung, type Pool, volumeOf } from "#modules/warmup/rules/states.ts";
import { poolPartnersOf } from "#modules/warmup/pool/pool-partners.ts";
import { placementOf } from "#modules/warmup/mailbox-care/placement-of.ts";
import { type Running, selectRunningWarmups } from "#modules/warmup/mails/plan-store.ts";
import { partnersAmong, poolOf } from "./pool-of.ts";
import { presentStatus } from "./present.ts";
import { type DayRow, selectDays, type StatusRow } from "./status-store.ts";

const HISTORY_DAYS = 30;
const WEEK_DAYS = 7;

/** Status rows: whatever the number of mailboxes, five statements for those that have a warmup. */
export async function statusesOf(
  ctx: WorkspaceCtx,
  rows: readonly StatusRow[],
): Promise<WarmupStatus[]> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const ids = rows.flatMap(({ warmup }) => warmup?.mailboxId ?? []);
  const [placements, days, running, outside] =
    ids.length === 0
      ? [new Map<MailboxId, never>(), [], [], null]
      : await Promise.all([
          placementOf(db, workspaceId, ids, now),
          selectDays(db, workspaceId, ids, utcDay(later(now, -HISTORY_DAYS * DAY_MS))),
          selectRunningWarmups(db, workspaceId, ctx.hooks.one(worksForCampaign)),
          poolPartnersOf(ctx),
        ]);
  const ofMailbox = Map.groupBy(days, (day) => day.mailboxId);
  const inside = partnersAmong(running);
  const poolOfInside = poolOf(inside);
  const widePool = outside && poolOf([...inside, ...outside.partners]);
  const weekAgo = utcDay(later(now, -WEEK_DAYS * DAY_MS));
  return rows.map((row) => {
    const own = ofMailbox.get(row.mailboxId) ?? [];
    const one = running.find(({ warmup }) => warmup.mailboxId === row.mailboxId);
    const today = localDay(row.timezone ?? "UTC", now);
    const pool = outside?.chosen.has(row.mailboxId) && widePool ? widePool : poolOfInside;
    return presentStatus({
      row,
      today,
      days: own,
      placement: placements.get(row.mailboxId),
      refused: own.filter(({ day }) => day >= weekAgo).reduce((sum, day) => sum + day.refused, 0),
      expected: one ? expectedToday(ctx, one, own, today, pool) : 0,
      isLimited: isLimitedPool(pool),
    });
  });
}

/** The volume of a day whose hours are still to come; what is planned already says so itself. */
function expectedToday(
  ctx: WorkspaceCtx,
  one: Running,
  days: readonly DayRow[],
  today: string,
  pool: Pool,
): number {
  const { warmup } = one;
  if (warmup.state === "paused" || one.status !== "active") return 0;
  const hours = hoursOf(warmup, one.timezone);
  const opening = nextOpening(hours, ctx.now());
  if (opening === null || localDay(hours.timezone, opening) !== today) return 0;
  const last = days.find(({ day }) => day === warmup.lastDay) ?? null;
  const rung = nextRung(warmup, warmup.lastDay === today ? null : last);
  const chance = hash32(`${warmup.mailboxId}:${today}:volume`) / 2 ** 32;
  const day = { state: warmup.state, inCampaign: one.inCampaign === 1, pool, chance };
  return volumeOf({ ...warmup, rung }, day);
}
