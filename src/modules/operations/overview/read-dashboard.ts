import type { Dashboard } from "#modules/operations/contract/admin.ts";
import { askEach, type Deps } from "#platform/ctx/ctx.ts";
import { untilWritten } from "#platform/ctx/until-written.ts";
import { ROLES } from "#platform/access/permissions.ts";
import { CAMPAIGN_STATUSES } from "#platform/rules/choices.ts";
import { MAILBOX_STATUSES } from "#platform/rules/mail/mailbox.ts";
import { DAY_MS, isoOrNull, later, MINUTE_MS, utcDay } from "#platform/rules/time.ts";
import { lastTickAt } from "#modules/operations/health/check-health.ts";
import { QUEUE_COUNTED_TO, selectFigures } from "./dashboard-store.ts";
import { selectPeople } from "./people-store.ts";

const DAYS = 30;
/** What is due changes with time alone. */
const figuresOf = untilWritten<Figures>(MINUTE_MS);

/** The install at a glance, over all databases in which its workspaces lie. */
export async function readDashboard(ctx: Deps): Promise<Dashboard> {
  const now = ctx.now();
  const days = Array.from({ length: DAYS }, (_, i) => utcDay(later(now, (i + 1 - DAYS) * DAY_MS)));
  const since = days[0] ?? utcDay(now);
  const [{ places, people }, all, lastTick] = await Promise.all([
    selectPeople(ctx.install),
    askEach(ctx, (db) => figuresOf(ctx, db, since, () => selectFigures(db, since, now))),
    lastTickAt(ctx),
  ]);
  const sum = (of: (figures: Figures) => number): number =>
    total(all.map((one) => ({ n: of(one) })));
  const queue = (of: (figures: Figures) => number): number => Math.min(QUEUE_COUNTED_TO, sum(of));
  const byDay = days.map((date) => {
    const on = (of: keyof typeof NOTHING): number =>
      sum(({ days: rows }) => rows.find((day) => day.date === date)?.[of] ?? 0);
    return {
      date,
      sent: on("sent"),
      replied: on("replied"),
      positive_replies: on("positive_replies"),
      bounced: on("bounced"),
    };
  });
  const { date: _, ...today } = byDay.at(-1) ?? { date: "", ...NOTHING };
  return {
    workspaces: total(places),
    clients: places.find((row) => row.isClient)?.n ?? 0,
    users: byKind(ROLES, people, (row) => row.role),
    campaigns: byKind(
      CAMPAIGN_STATUSES,
      all.flatMap((one) => one.campaigns),
      (row) => row.status,
    ),
    mailboxes: byKind(
      MAILBOX_STATUSES,
      all.flatMap((one) => one.mailboxes),
      (row) => row.status,
    ),
    leads: sum(({ leads }) => leads),
    today,
    last_30_days: {
      sent: byDay.reduce((sum, day) => sum + day.sent, 0),
      replied: byDay.reduce((sum, day) => sum + day.replied, 0),
      positive_replies: byDay.reduce((sum, day) => sum + day.positive_replies, 0),
      bounced: byDay.reduce((sum, day) => sum + day.bounced, 0),
      by_day: byDay,
    },
    queues: {
      due_sends: queue(({ dueSends }) => dueSends),
      unknown_sends: queue(({ unknownSends }) => unknownSends),
      pending_deliveries: queue(({ pendingDeliveries }) => pendingDeliveries),
      disabled_webhooks: queue(({ disabledWebhooks }) => disabledWebhooks),
    },
    last_tick_at: isoOrNull(lastTick),
  };
}

type Figures = Awaited<ReturnType<typeof selectFigures>>;

const NOTHING = { sent: 0, replied: 0, positive_replies: 0, bounced: 0 };

const total = (rows: readonly { n: number }[]): number => rows.reduce((sum, row) => sum + row.n, 0);

/** Counts with every kind named, and all of them together. */
function byKind<K extends string, R extends { n: number }>(
  kinds: readonly K[],
  rows: readonly R[],
  kindOf: (row: R) => K,
): Record<K | "total", number> {
  const counts = kinds.map((kind) => [kind, total(rows.filter((row) => kindOf(row) === kind))]);
  // Every kind of the list has its entry.
  return { total: total(rows), ...Object.fromEntries(counts) } as Record<K | "total", number>;
}
