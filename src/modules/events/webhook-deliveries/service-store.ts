import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { webhookAttempts, webhookDeliveries, webhooks } from "#modules/events/schema/events.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { forgetDeals } from "./deals-store.ts";
import type { EventType } from "#modules/events/rules/event.ts";

/** Adds a service, or gives it new credentials and a clean slate. `secret` is sealed. */
export const upsertService = (
  db: Db,
  workspaceId: WorkspaceId,
  service: {
    connection: string;
    name: string | null;
    secret: string;
    events: readonly EventType[];
  },
  now: UnixMs,
): Statement =>
  db.run(sql`
    INSERT INTO ${webhooks} (workspace_id, provider, name, url, secret, events, created_at, updated_at)
    VALUES (${workspaceId}, ${service.connection}, ${service.name}, '', ${service.secret}, ${JSON.stringify(service.events)}, ${now}, ${now})
    ON CONFLICT (workspace_id, provider) WHERE provider IS NOT NULL DO UPDATE SET
      secret = excluded.secret, name = excluded.name, events = excluded.events, is_active = 1, consecutive_failures = 0,
      next_attempt_at = NULL, disabled_at = NULL, disabled_reason = NULL, updated_at = ${now}`);

/** What a service was owed while it was switched off is owed again. Before `upsertService` in its batch. */
export const unparkService = (
  db: Db,
  workspaceId: WorkspaceId,
  connection: string,
  now: UnixMs,
): Statement =>
  db.run(sql`
    UPDATE ${webhookDeliveries} SET state = 'pending', attempts = 0, next_at = ${now}
    WHERE workspace_id = ${workspaceId} AND state = 'parked'
      AND webhook_id = (SELECT w.id FROM ${webhooks} w WHERE w.workspace_id = ${workspaceId} AND w.provider = ${connection})`);

/** Removes a service, cancels what it was owed, also under way, and forgets whom it has as deals. */
export const deleteService = (
  db: Db,
  workspaceId: WorkspaceId,
  connection: string,
): Statement[] => [
  db.run(sql`
    UPDATE ${webhookDeliveries} SET state = 'cancelled', lease = NULL, lease_until = NULL
    WHERE workspace_id = ${workspaceId} AND state IN ('pending', 'leased', 'parked')
      AND webhook_id = (SELECT w.id FROM ${webhooks} w WHERE w.workspace_id = ${workspaceId} AND w.provider = ${connection})`),
  forgetDeals(db, workspaceId, connection),
  db.delete(webhooks).where(isService(workspaceId, connection)),
];

const isService = (workspaceId: WorkspaceId, connection: string) =>
  and(eq(webhooks.workspaceId, workspaceId), eq(webhooks.provider, connection));

/** What is sealed behind a service; null: it is not connected. */
export async function selectService(db: Db, workspaceId: WorkspaceId, connection: string) {
  const rows = await db
    .select({ secret: webhooks.secret, events: webhooks.events, deals: webhooks.deals })
    .from(webhooks)
    .where(isService(workspaceId, connection))
    .limit(1);
  return rows[0] ?? null;
}

/** Changes what a service is called, is sent and makes of it. */
export const updateService = (
  db: Db,
  workspaceId: WorkspaceId,
  connection: string,
  change: Partial<Pick<typeof webhooks.$inferSelect, "name" | "events" | "deals">>,
  now: UnixMs,
): Statement =>
  db
    .update(webhooks)
    .set({ ...change, updatedAt: now })
    .where(isService(workspaceId, connection));

/** The services of a workspace, each with how its last attempt ended. */
export async function selectServices(db: Db, workspaceId: WorkspaceId) {
  const rows = await db
    .select({
      id: webhooks.id,
      connection: webhooks.provider,
      deals: webhooks.deals,
      events: webhooks.events,
      isActive: webhooks.isActive,
      streak: webhooks.consecutiveFailures,
    })
    .from(webhooks)
    .where(and(eq(webhooks.workspaceId, workspaceId), isNotNull(webhooks.provider)));
  return Promise.all(
    rows.map(async (row) => {
      const [last] = await db
        .select({
          error: webhookAttempts.error,
          statusCode: webhookAttempts.statusCode,
          problem: webhookAttempts.problem,
        })
        .from(webhookAttempts)
        .where(
          and(eq(webhookAttempts.workspaceId, workspaceId), eq(webhookAttempts.webhookId, row.id)),
        )
        .orderBy(desc(webhookAttempts.id))
        .limit(1);
      return { ...row, last: last ?? null };
    }),
  );
}
