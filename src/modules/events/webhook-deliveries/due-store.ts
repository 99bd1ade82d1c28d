import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { webhookAttempts, webhookDeliveries, webhooks } from "#modules/events/schema/events.ts";
import type { DeliveryId, UnixMs, WebhookId, WorkspaceId } from "#platform/rules/ids.ts";
import { later } from "#platform/rules/time.ts";
import {
  atOnce,
  IN_FLIGHT_PER_WEBHOOK,
  inFlight,
  DELIVERY_LEASE_MS,
  mayStart,
} from "./delivery-store.ts";
import { stateAfterLapse } from "./settle-store.ts";

/**
 * Every workspace: frees what a dead process had leased. Its attempts end `interrupted` and do not
 * count, its deliveries are due again under the same webhook-id. Answers how many attempts that
 * were.
 */
export async function freeLapsed(db: Db, now: UnixMs): Promise<number> {
  const [closed] = await db.batch([
    db
      .update(webhookAttempts)
      .set({ finishedAt: now, error: "interrupted" })
      .where(
        sql`${webhookAttempts.finishedAt} IS NULL AND ${webhookAttempts.startedAt} <= ${later(now, -DELIVERY_LEASE_MS)}`,
      )
      .returning({ id: webhookAttempts.id }),
    db.run(sql`
      UPDATE ${webhookDeliveries} SET lease = NULL, lease_until = NULL, next_at = ${now}, state = ${stateAfterLapse}
      WHERE state = 'leased' AND lease_until <= ${now}`),
  ]);
  return closed.length;
}

/** A due delivery that its webhook may start, and how many more of that webhook may start with it. */
type Startable = {
  readonly id: DeliveryId;
  readonly workspaceId: WorkspaceId;
  readonly webhookId: WebhookId;
  readonly places: number;
};

/**
 * Every workspace: due deliveries whose webhook may start one now, longest waiting first, at most
 * `limit`. Steps from webhook to webhook, so that one with a long backlog costs no more than others.
 */
export async function selectStartable(db: Db, now: UnixMs, limit: number): Promise<Startable[]> {
  return db.all<Startable>(sql`
    WITH RECURSIVE hook (id) AS (
      SELECT min(p.webhook_id) FROM ${webhookDeliveries} p WHERE p.state = 'pending'
      UNION ALL
      SELECT (SELECT min(p.webhook_id) FROM ${webhookDeliveries} p
              WHERE p.state = 'pending' AND p.webhook_id > hook.id)
      FROM hook WHERE hook.id IS NOT NULL
    )
    SELECT d.id AS "id", d.workspace_id AS "workspaceId", d.webhook_id AS "webhookId",
      CASE WHEN w.consecutive_failures = 0 THEN ${atOnce} - ${inFlight} ELSE 1 END AS "places"
    FROM hook JOIN ${webhooks} w ON w.id = hook.id
    JOIN ${webhookDeliveries} d ON d.id IN (
      SELECT p.id FROM ${webhookDeliveries} p
      WHERE p.state = 'pending' AND p.webhook_id = hook.id AND p.next_at <= ${now}
      ORDER BY p.next_at LIMIT ${IN_FLIGHT_PER_WEBHOOK})
    WHERE ${mayStart(now)}
    ORDER BY d.next_at, d.id LIMIT ${limit}`);
}

/** A webhook's pending deliveries, those that may go first first. */
export async function selectPending(
  db: Db,
  workspaceId: WorkspaceId,
  webhookId: WebhookId,
  limit: number,
): Promise<{ id: DeliveryId; nextAt: UnixMs }[]> {
  return db
    .select({ id: webhookDeliveries.id, nextAt: webhookDeliveries.nextAt })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.workspaceId, workspaceId),
        eq(webhookDeliveries.state, "pending"),
        eq(webhookDeliveries.webhookId, webhookId),
      ),
    )
    .orderBy(asc(webhookDeliveries.nextAt), asc(webhookDeliveries.id))
    .limit(limit);
}

/**
 * Makes a delivery due at once with its full schedule before it, whatever became of it earlier.
 * False: it is under way, or its webhook is not active.
 */
export async function requeueDelivery(
  db: Db,
  workspaceId: WorkspaceId,
  id: DeliveryId,
  now: UnixMs,
): Promise<boolean> {
  const rows = await db.all(sql`
    UPDATE ${webhookDeliveries} SET state = 'pending', attempts = 0, next_at = ${now}
    WHERE id = ${id} AND workspace_id = ${workspaceId} AND state <> 'leased'
      AND EXISTS (SELECT 1 FROM ${webhooks} w WHERE w.id = ${webhookDeliveries}.webhook_id AND w.is_active = 1)
    RETURNING id`);
  return rows.length > 0;
}
