import { and, count, eq, min, type SQLWrapper, sql, sum } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { outbox, sends, stats } from "#modules/campaigns/schema/sending.ts";
import { webhookDeliveries, webhooks } from "#modules/events/schema/events.ts";
import type { CountedTotal } from "#modules/operations/rules/figures.ts";
import type { UnixMs } from "#platform/rules/ids.ts";

/** Lines are counted so far and no further, so that a scrape of a long one costs no more. */
const COUNTED_TO = 10_000;

/** Everything that was ever counted in a database's workspaces. */
export async function selectEverCounted(db: Db): Promise<Readonly<Record<CountedTotal, number>>> {
  const total = (column: SQLWrapper) => sql<number>`coalesce(${sum(column)}, 0)`;
  const [row] = await db
    .select({
      sent: total(stats.sent),
      refused: total(stats.refused),
      failed: total(stats.failed),
      unknown: total(stats.unknown),
      bounced: total(stats.bounces),
      softBounced: total(stats.softBounces),
      complained: total(stats.complaints),
      replied: total(stats.replies),
      unsubscribed: total(stats.unsubscribes),
      opened: total(stats.uniqueOpens),
      clicked: total(stats.uniqueClicks),
    })
    .from(stats)
    .where(and(eq(stats.campaignId, 0), eq(stats.dimension, "total"), eq(stats.key, "")));
  // A sum without a group is one row.
  return row as NonNullable<typeof row>;
}

/** What waits and fails, found by the start of an index, in one round trip. */
export async function selectDelayedWork(db: Db, now: UnixMs) {
  const [oldest, answers, delivery, failing] = await db.batch([
    db
      .select({ at: min(sends.dueAt) })
      .from(sends)
      // As a literal, so that the index of what waits answers.
      .where(sql`state = 'queued' AND due_at <= ${now}`),
    db
      .select({ n: count() })
      .from(
        sql`(SELECT 1 FROM ${outbox} WHERE state = 'queued' AND due_at <= ${now} LIMIT ${COUNTED_TO})`,
      ),
    db
      .select({ at: min(webhookDeliveries.nextAt) })
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.state, "pending"), sql`next_at <= ${now}`)),
    db
      .select({ n: count() })
      .from(webhooks)
      .where(and(eq(webhooks.isActive, true), sql`${webhooks.consecutiveFailures} > 0`)),
  ]);
  return {
    oldestSendAt: oldest[0]?.at ?? null,
    dueAnswers: answers[0]?.n ?? 0,
    oldestDeliveryAt: delivery[0]?.at ?? null,
    failingWebhooks: failing[0]?.n ?? 0,
  };
}
