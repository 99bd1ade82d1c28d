import { worksForCampaign } from "#modules/warmup/hooks.ts";
import { inWorkspace, type Deps, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { hash32 } from "#platform/rules/seed.ts";
import { localDay, nextOpening } from "#platform/rules/schedule.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import { hoursOf, nextDayOpening } from "#modules/warmup/rules/due-times.ts";
import { type RecentMail, REPEAT_MS } from "#modules/warmup/rules/pairing.ts";
import { judgePlacement, type Placement } from "#modules/warmup/rules/placement.ts";
import { nextRung, rampState, type RunningState, volumeOf } from "#modules/warmup/rules/states.ts";
import { freshSince } from "#modules/warmup/warmups/judge-warmup.ts";
import { type DayMails, mailsOfDay } from "./mails-of-day.ts";
import { selectPlacements } from "#modules/warmup/mailbox-care/placement-store.ts";
import {
  endQuarantine,
  type PlannedMail,
  planStatements,
  delayPlan,
  type Running,
  selectRecentPairs,
  selectRunningWarmups,
  selectSentOn,
  selectWorkspacesToPlan,
} from "./plan-store.ts";
import { type ExchangePlan, exchangePlanOf } from "#modules/warmup/exchange/exchange-partners.ts";
import {
  type PoolPartners,
  poolPartnersFor,
  poolPartnersOf,
} from "#modules/warmup/pool/pool-partners.ts";
import { isPartner, partnersAmong, poolOf } from "#modules/warmup/warmups/pool-of.ts";

/** Warmups that one sweep plans: each is a batch of its own, and the next tick goes on. */
const WARMUPS_PER_SWEEP = 25;
/** A mailbox that cannot take part at the moment, or has nobody to write to, is looked at again. */
const LOOK_AGAIN_MS = 15 * MINUTE_MS;

/** Sweep: plans the day of every warmup whose hours have begun. A repeat, or a second sweep at once, plans nothing twice. */
export async function planDueWarmups(deps: Deps): Promise<void> {
  for (const id of await selectWorkspacesToPlan(deps.db, deps.now(), WARMUPS_PER_SWEEP)) {
    await planWorkspace(inWorkspace(deps, id));
  }
}

/** What the planning of one mailbox needs to know of the others, and of its days before. */
type Surroundings = {
  readonly running: readonly Running[];
  readonly recent: RecentMail[];
  readonly fresh: ReadonlyMap<number, Placement>;
  readonly sentOn: ReadonlyMap<string, number>;
  readonly pool: PoolPartners;
  readonly exchange: ExchangePlan;
};

async function planWorkspace(ctx: WorkspaceCtx): Promise<void> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const running = await selectRunningWarmups(db, workspaceId, ctx.hooks.one(worksForCampaign));
  const due = running.filter(({ warmup }) => warmup.planDueAt <= now).slice(0, WARMUPS_PER_SWEEP);
  if (due.length === 0) return;
  const [recent, fresh, sentOn, pool, exchange] = await Promise.all([
    selectRecentPairs(db, workspaceId, later(now, -REPEAT_MS)),
    selectPlacements(
      db,
      workspaceId,
      due.map(({ warmup }) => ({ id: warmup.mailboxId, at: freshSince(warmup, now) })),
    ),
    selectSentOn(
      db,
      workspaceId,
      due.flatMap(({ warmup, timezone }) => [
        { id: warmup.mailboxId, day: localDay(timezone ?? "UTC", now) },
        ...(warmup.lastDay === null ? [] : [{ id: warmup.mailboxId, day: warmup.lastDay }]),
      ]),
    ),
    poolPartnersOf(ctx),
    exchangePlanOf(ctx),
  ]);
  const around = { running, recent, fresh, sentOn, pool, exchange };
  for (const one of due) await planMailbox(ctx, one, around);
}

async function planMailbox(ctx: WorkspaceCtx, one: Running, around: Surroundings): Promise<void> {
  const { db } = ctx;
  const now = ctx.now();
  const { warmup } = one;
  if (warmup.state === "paused") return;
  if (warmup.state === "quarantined") {
    if (warmup.quarantinedUntil === null || warmup.quarantinedUntil <= now) {
      await endQuarantine(db, warmup, now);
    } else await delayPlan(db, warmup, warmup.quarantinedUntil);
    return;
  }
  const partners = [
    ...partnersAmong(around.running),
    ...poolPartnersFor(around.pool, warmup.mailboxId),
  ];
  if (!isPartner(one) || partners.length < 2) {
    return delayPlan(db, warmup, later(now, LOOK_AGAIN_MS));
  }
  const hours = hoursOf(warmup, one.timezone);
  const opening = nextOpening(hours, now) ?? nextDayOpening(hours, now);
  if (opening > now) return delayPlan(db, warmup, opening);

  const day = localDay(hours.timezone, now);
  const sentOn = (on: string): number => around.sentOn.get(`${warmup.mailboxId} ${on}`) ?? 0;
  // After a pause the rest of the day is planned again: it does not count as a second day.
  const isNewDay = warmup.lastDay !== day;
  const lastSent = isNewDay && warmup.lastDay !== null ? { sent: sentOn(warmup.lastDay) } : null;
  const rung = nextRung(warmup, lastSent);
  const ramp = rampState({ ...warmup, rung });
  const fresh = around.fresh.get(warmup.mailboxId) ?? { inbox: 0, spam: 0 };
  // What became worse is judged as mail arrives; here a throttle may end.
  const judged = judgePlacement(warmup.state, fresh, ramp);
  const state: RunningState =
    warmup.state !== "throttled" ? ramp : judged === ramp ? ramp : "throttled";
  const chance = hash32(`${warmup.mailboxId}:${day}:volume`) / 2 ** 32;
  const target = volumeOf(
    { ...warmup, rung },
    { state, inCampaign: one.inCampaign === 1, pool: poolOf(partners), chance },
  );
  const today: DayMails = {
    one,
    partners,
    hours,
    day,
    count: Math.max(0, target - sentOn(day)),
    recent: around.recent,
    running: around.running,
    outsiders: around.pool.outsiders,
    exchange: around.exchange,
  };
  const { mails, expiresAt } = mailsOfDay(ctx, today);
  const days = warmup.days + (isNewDay ? 1 : 0);
  const planDueAt = nextDayOpening(hours, now);
  const plan = { day, state, rung, days, target, mails, expiresAt, planDueAt };
  const results = await runBatch(db, planStatements(db, warmup, plan, now));
  if ((results.at(-1) as unknown[]).length === 0) return;
  around.recent.push(...pairsOf(warmup.mailboxId, mails));
  ctx.log(
    "warmup.planned",
    { mailboxId: warmup.mailboxId, day, target, mails: mails.length },
    "debug",
  );
}

const pairsOf = (from: RecentMail["from"], mails: readonly PlannedMail[]): RecentMail[] =>
  mails.map(({ to, outsider }) => ({
    from,
    to: to === 0 ? (outsider?.email ?? "") : to,
    count: 1,
  }));
