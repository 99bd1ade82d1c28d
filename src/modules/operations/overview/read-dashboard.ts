import type { Dashboard } from "#modules/operations/contract/admin.ts";
import { askEach, type Deps } from "#platform/ctx/ctx.ts";
import { untilWritten } from "#platform/ctx/until-written.ts";
import { ROLES } from "#platform/access/permissions.ts";
import { CAMPAIGN_STATUSES } from "#platform/rules/choices.ts";
import { MAILBOX_STATUSES } from "#platform/rules/mail/mailbox.ts";
import { isoOrNull, lastDays, MINUTE_MS, utcDay } from "#platform/rules/time.ts";
import { lastTickAt } from "#modules/operations/health/check-health.ts";
import { QUEUE_COUNTED_TO, selectQueues, selectSums, type Sums } from "./dashboard-store.ts";
import { keptSums, type KeptSums } from "./kept-sums.ts";
import { selectPeople } from "./people-store.ts";

const DAYS = 30;
/** What is due changes with time alone. */
const figuresOf = untilWritten<Figures>(MINUTE_MS);

/** The install at a glance, over all databases in which its workspaces lie. */
export async function readDashboard(ctx: Deps): Promise<Dashboard> {
  return (await readPanel(ctx)).panel;
}

/** The same, and the sums that it was made of where they are kept. */
export async function readPanel(
  ctx: Deps,
): Promise<{ readonly panel: Dashboard; readonly kept: KeptSums | null }> {
  const now = ctx.now();
  const days = lastDays(now, DAYS);
  const since = days[0] ?? utcDay(now);
  const [{ places, people }, lastTick] = await Promise.all([
    selectPeople(ctx.install),
    lastTickAt(ctx),
  ]);
  const kept = await keptSums(ctx.install, total(places), days);
  const found = await askEach(ctx, (db) =>
    figuresOf(ctx, db, `${since} ${kept !== null}`, async () => ({
      ...(kept ? NO_SUMS : await selectSums(db, since)),
      ...(await selectQueues(db, now)),
    })),
  );
  const all: readonly Figures[] = kept ? [...found, { ...kept, ...NO_QUEUES }] : found;
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
  const panel: Dashboard = {
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
  return { panel, kept };
}

type Queues = Awaited<ReturnType<typeof selectQueues>>;
type Figures = Sums & Queues;

const NO_SUMS: Sums = { leads: 0, campaigns: [], mailboxes: [], days: [] };
const NO_QUEUES: Queues = {
  dueSends: 0,
  unknownSends: 0,
  pendingDeliveries: 0,
  disabledWebhooks: 0,
};

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
