import type { Dashboard } from "#modules/operations/contract/admin.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { ROLES } from "#platform/access/permissions.ts";
import { CAMPAIGN_STATUSES } from "#platform/rules/choices.ts";
import { MAILBOX_STATUSES } from "#platform/rules/mail/mailbox.ts";
import { DAY_MS, isoOrNull, later, utcDay } from "#platform/rules/time.ts";
import { lastTickAt } from "#modules/operations/health/check-health.ts";
import { selectDashboardFigures } from "./dashboard-store.ts";

const DAYS = 30;

/** The install at a glance. */
export async function readDashboard(ctx: Deps): Promise<Dashboard> {
  const now = ctx.now();
  const days = Array.from({ length: DAYS }, (_, i) => utcDay(later(now, (i + 1 - DAYS) * DAY_MS)));
  const [figures, lastTick] = await Promise.all([
    selectDashboardFigures(ctx.db, days[0] ?? utcDay(now), now),
    lastTickAt(ctx),
  ]);
  const byDay = days.map((date) => {
    const row = figures.days.find((day) => day.date === date);
    return {
      date,
      sent: row?.sent ?? 0,
      replied: row?.replied ?? 0,
      bounced: row?.bounced ?? 0,
    };
  });
  const { date: _, ...today } = byDay.at(-1) ?? { date: "", ...NOTHING };
  return {
    workspaces: total(figures.places),
    clients: figures.places.find((row) => row.isClient)?.n ?? 0,
    users: byKind(ROLES, figures.people, (row) => row.role),
    campaigns: byKind(CAMPAIGN_STATUSES, figures.campaigns, (row) => row.status),
    mailboxes: byKind(MAILBOX_STATUSES, figures.mailboxes, (row) => row.status),
    leads: figures.places.reduce((sum, row) => sum + row.leads, 0),
    today,
    last_30_days: {
      sent: byDay.reduce((sum, day) => sum + day.sent, 0),
      replied: byDay.reduce((sum, day) => sum + day.replied, 0),
      bounced: byDay.reduce((sum, day) => sum + day.bounced, 0),
      by_day: byDay,
    },
    queues: {
      due_sends: figures.dueSends,
      unknown_sends: figures.unknownSends,
      pending_deliveries: figures.pendingDeliveries,
      disabled_webhooks: figures.disabledWebhooks,
    },
    last_tick_at: isoOrNull(lastTick),
  };
}

const NOTHING = { sent: 0, replied: 0, bounced: 0 };

const total = (rows: readonly { n: number }[]): number => rows.reduce((sum, row) => sum + row.n, 0);

/** Counts with every kind named, and all of them together. */
function byKind<K extends string, R extends { n: number }>(
  kinds: readonly K[],
  rows: readonly R[],
  kindOf: (row: R) => K,
): Record<K | "total", number> {
  const counts = kinds.map((kind) => [kind, rows.find((row) => kindOf(row) === kind)?.n ?? 0]);
  // Every kind of the list has its entry.
  return { total: total(rows), ...Object.fromEntries(counts) } as Record<K | "total", number>;
}
