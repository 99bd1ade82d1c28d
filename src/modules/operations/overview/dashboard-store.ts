import { and, count, eq, gte, inArray, isNull, ne, type SQL, sql, sum } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { webhookDeliveries, webhooks } from "#modules/events/schema/events.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { sends, stats } from "#modules/campaigns/schema/sending.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { SANDBOX_HOST } from "#platform/rules/mail/sandbox.ts";

/** Queues are counted so far and no further, so that a long one costs no more than that. */
export const QUEUE_COUNTED_TO = 10_000;

/*
 * Across workspaces: the panel is for admins of the install. Every figure is a kept counter or the
 * walk of an index range; what belongs to a workspace is reached from those that stand.
 */

const standing = isNull(workspaces.deletedAt);

/** The sums over a database's workspaces, in one round trip. `since` is the first day, YYYY-MM-DD. */
export async function selectSums(db: Db, since: string) {
  const [places, runs, boxes, days] = await db.batch([
    db
      .select({ leads: sql<number | null>`${sum(workspaces.leadCount)}` })
      .from(workspaces)
      .where(standing),
    db
      .select({ status: campaigns.status, n: count() })
      .from(workspaces)
      .innerJoin(campaigns, eq(campaigns.workspaceId, workspaces.id))
      .where(and(standing, isNull(campaigns.deletedAt)))
      .groupBy(campaigns.status),
    db
      .select({ status: mailboxes.status, n: count() })
      .from(workspaces)
      .innerJoin(mailboxes, eq(mailboxes.workspaceId, workspaces.id))
      .where(and(standing, isNull(mailboxes.deletedAt), ne(mailboxes.smtpHost, SANDBOX_HOST)))
      .groupBy(mailboxes.status),
    db
      .select({
        date: stats.key,
        sent: sql<number>`${sum(stats.sent)}`,
        replied: sql<number>`${sum(stats.uniqueReplies)}`,
        positive_replies: sql<number>`${sum(stats.positiveReplies)}`,
        bounced: sql<number>`${sum(stats.bounces)}`,
      })
      .from(workspaces)
      .innerJoin(
        stats,
        and(
          eq(stats.workspaceId, workspaces.id),
          eq(stats.campaignId, 0),
          eq(stats.dimension, "day"),
          gte(stats.key, since),
        ),
      )
      .where(standing)
      .groupBy(stats.key),
  ]);
  return { leads: places[0]?.leads ?? 0, campaigns: runs, mailboxes: boxes, days };
}
export type Sums = Awaited<ReturnType<typeof selectSums>>;

/** What waits in a database at this moment, in one round trip. */
export async function selectQueues(db: Db, now: UnixMs) {
  const [due, again, unknown, deliveries, disabled] = await db.batch([
    counted(
      db,
      sql`${campaigns} c CROSS JOIN ${campaignLeads} e`,
      sql`c.status = 'active' AND e.campaign_id = c.id AND e.status IN ('pending', 'in_progress') AND e.next_send_at <= ${now}`,
    ),
    // As literals, so that the indexes of what is live answer; every send has a campaign, by which the unclear ones are found.
    counted(db, sends, sql`state = 'queued' AND due_at <= ${now}`),
    counted(db, sends, sql`state = 'unknown' AND campaign_id > 0`),
    counted(db, webhookDeliveries, inArray(webhookDeliveries.state, ["pending", "leased"])),
    counted(
      db,
      sql`${workspaces} w CROSS JOIN ${webhooks} h`,
      sql`w.deleted_at IS NULL AND h.workspace_id = w.id AND h.is_active = 0`,
    ),
  ]);
  return {
    dueSends: numberIn(due) + numberIn(again),
    unknownSends: numberIn(unknown),
    pendingDeliveries: numberIn(deliveries),
    disabledWebhooks: numberIn(disabled),
  };
}

const counted = (db: Db, from: SQL | SQLiteTable, where: SQL | undefined) =>
  db
    .select({ n: count() })
    .from(sql`(SELECT 1 FROM ${from} WHERE ${where} LIMIT ${QUEUE_COUNTED_TO})`);

const numberIn = (rows: readonly { n: number }[]): number => rows[0]?.n ?? 0;
