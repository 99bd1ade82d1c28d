import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import {
  events,
  webhookAttempts,
  webhookDeliveries,
  webhooks,
} from "#modules/events/schema/events.ts";
import type { DeliveryId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { later, SECOND_MS } from "#platform/rules/time.ts";

/** Requests to one webhook at a time; must stay below the ten that deactivate. */
export const IN_FLIGHT_PER_WEBHOOK = 5;
/** Services allow one request a second, more or less; an event may need several. */
export const IN_FLIGHT_PER_SERVICE = 1;
/** Three times what a request may take, so that a lapsed lease means a dead process. */
export const DELIVERY_LEASE_MS = 30 * SECOND_MS;

/** Attempts under way to the webhook `w`. */
export const inFlight = sql.raw(
  "(SELECT count(*) FROM webhook_deliveries x WHERE x.state = 'leased' AND x.webhook_id = w.id)",
);

/** Attempts that the webhook `w` may have under way. */
export const atOnce = sql.raw(
  `(CASE WHEN w.provider IS NULL THEN ${IN_FLIGHT_PER_WEBHOOK} ELSE ${IN_FLIGHT_PER_SERVICE} END)`,
);

/** Whether the webhook `w` may start an attempt: so many at a time, but one by one while it fails. */
export const mayStart = (now: UnixMs): SQL => sql`w.is_active = 1 AND CASE
  WHEN w.consecutive_failures = 0 THEN ${inFlight} < ${atOnce}
  ELSE ${inFlight} = 0 AND coalesce(w.next_attempt_at, 0) <= ${now} END`;

/**
 * Takes the lease of a due delivery and writes its attempt, in one batch. Null: it is not pending,
 * not due, or its webhook may not start an attempt now.
 */
export async function takeDelivery(
  db: Db,
  workspaceId: WorkspaceId,
  id: DeliveryId,
  lease: string,
  now: UnixMs,
) {
  const [, , rows] = await db.batch([
    db.run(sql`
      INSERT INTO ${webhookAttempts} (workspace_id, delivery_id, webhook_id, event, attempt, lease, started_at)
      SELECT d.workspace_id, d.id, w.id, e.type,
        1 + coalesce((SELECT max(a.attempt) FROM ${webhookAttempts} a WHERE a.delivery_id = d.id), 0),
        ${lease}, ${now}
      FROM ${webhookDeliveries} d
      JOIN ${webhooks} w ON w.id = d.webhook_id AND w.workspace_id = d.workspace_id
      JOIN ${events} e ON e.id = d.event_id
      WHERE d.id = ${id} AND d.workspace_id = ${workspaceId} AND d.state = 'pending' AND d.next_at <= ${now}
        AND ${mayStart(now)}`),
    db.run(sql`
      UPDATE ${webhookDeliveries}
      SET state = 'leased', lease = ${lease}, lease_until = ${later(now, DELIVERY_LEASE_MS)}
      WHERE id = ${id} AND workspace_id = ${workspaceId} AND state = 'pending'
        AND EXISTS (SELECT 1 FROM ${webhookAttempts} a WHERE a.delivery_id = ${id} AND a.lease = ${lease})`),
    db
      .select({
        // D1 answers a batch by column name, so no two columns may share one.
        id: sql<DeliveryId>`${webhookDeliveries.id}`.as("taken_id"),
        createdAt: webhookDeliveries.createdAt,
        failures: webhookDeliveries.attempts,
        webhookId: webhookDeliveries.webhookId,
        provider: webhooks.provider,
        name: webhooks.name,
        deals: webhooks.deals,
        url: webhooks.url,
        secret: webhooks.secret,
        event: events.type,
        body: events.body,
        attemptId: sql<number>`${webhookAttempts.id}`.as("attempt_id"),
        attempt: webhookAttempts.attempt,
      })
      .from(webhookDeliveries)
      .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
      .innerJoin(events, eq(events.id, webhookDeliveries.eventId))
      .innerJoin(webhookAttempts, sql`${webhookAttempts.deliveryId} = ${webhookDeliveries.id}`)
      .where(
        and(
          eq(webhookDeliveries.workspaceId, workspaceId),
          eq(webhookDeliveries.id, id),
          eq(webhookDeliveries.lease, lease),
          eq(webhookAttempts.lease, lease),
        ),
      ),
  ]);
  return rows[0] ?? null;
}
export type TakenDelivery = NonNullable<Awaited<ReturnType<typeof takeDelivery>>>;
