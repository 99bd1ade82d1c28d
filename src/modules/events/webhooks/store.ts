import { and, count, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type Db, runBatch, type Statement } from "#platform/db/db.ts";
import { pageOrder, type ListOrder } from "#platform/db/page-order.ts";
import { webhookDeliveries, webhooks } from "#modules/events/schema/events.ts";
import { type UnixMs, unixMs, type WebhookId, type WorkspaceId } from "#platform/rules/ids.ts";
import { HOUR_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import type { EventType } from "#modules/events/rules/event.ts";
import {
  IN_FLIGHT_PER_SERVICE,
  IN_FLIGHT_PER_WEBHOOK,
} from "#modules/events/webhook-deliveries/delivery-store.ts";

export type WebhookRow = typeof webhooks.$inferSelect;

/** Parked deliveries older than this stay where they are when a webhook comes back. */
const PARKED_KEPT_MS = 72 * HOUR_MS;
/** What waited comes back spread out, so that it does not knock the receiver over again. */
const RESUME_OVER_MS = 5 * MINUTE_MS;

const inWorkspace = (workspaceId: WorkspaceId, id: WebhookId): SQL | undefined =>
  and(eq(webhooks.workspaceId, workspaceId), eq(webhooks.id, id));

/** Adds a webhook unless the workspace has `limit` already; null then. `secret` is sealed. */
export async function insertWebhook(
  db: Db,
  workspaceId: WorkspaceId,
  webhook: { url: string; secret: string; events: readonly EventType[] },
  limit: number,
  now: UnixMs,
  also: (made: { id: SQL; source: SQL }) => Statement,
): Promise<WebhookRow | null> {
  // The sealed secret is like no other, so it finds the row that was added just now.
  const mine = and(eq(webhooks.workspaceId, workspaceId), eq(webhooks.secret, webhook.secret));
  const insert = db.run(sql`
    INSERT INTO ${webhooks} (workspace_id, url, secret, events, created_at, updated_at)
    SELECT ${workspaceId}, ${webhook.url}, ${webhook.secret}, ${JSON.stringify(webhook.events)}, ${now}, ${now}
    WHERE (SELECT count(*) FROM ${webhooks} WHERE workspace_id = ${workspaceId} AND provider IS NULL) < ${limit}`);
  const results = await runBatch(db, [
    insert,
    also({ id: sql`${webhooks.id}`, source: sql`FROM ${webhooks} WHERE ${mine}` }),
    db.select().from(webhooks).where(mine),
  ]);
  return (results.at(-1) as WebhookRow[])[0] ?? null;
}

/** A webhook that a person subscribed: connected services are none. */
export async function selectWebhook(
  db: Db,
  workspaceId: WorkspaceId,
  id: WebhookId,
): Promise<WebhookRow | null> {
  const rows = await db
    .select()
    .from(webhooks)
    .where(and(inWorkspace(workspaceId, id), isNull(webhooks.provider)))
    .limit(1);
  return rows[0] ?? null;
}

/** `q`: part of the URL. */
export async function selectWebhooks(
  db: Db,
  workspaceId: WorkspaceId,
  filter: { q: string | undefined; order: ListOrder },
  page: { limit: number; offset: number },
): Promise<WebhookRow[]> {
  const { beyond, by } = pageOrder(webhooks.id, filter.order);
  return db
    .select()
    .from(webhooks)
    .where(and(matching(workspaceId, filter.q), beyond))
    .orderBy(...by)
    .limit(page.limit)
    .offset(page.offset);
}

export async function countWebhooks(
  db: Db,
  workspaceId: WorkspaceId,
  q: string | undefined,
): Promise<number> {
  const rows = await db.select({ n: count() }).from(webhooks).where(matching(workspaceId, q));
  return rows[0]?.n ?? 0;
}

const matching = (workspaceId: WorkspaceId, q: string | undefined): SQL | undefined =>
  and(
    eq(webhooks.workspaceId, workspaceId),
    isNull(webhooks.provider),
    q === undefined ? undefined : sql`instr(lower(${webhooks.url}), lower(${q})) > 0`,
  );

type Changes = Partial<Pick<WebhookRow, "url" | "secret" | "events">>;

/**
 * Changes a webhook and makes it active with a clean slate; its parked deliveries become pending
 * again, oldest first over five minutes, the too old ones exhausted. Null: there is none.
 */
export async function activateWebhook(
  db: Db,
  workspaceId: WorkspaceId,
  id: WebhookId,
  changed: Changes,
  now: UnixMs,
  also: Statement,
): Promise<WebhookRow | null> {
  const parked = sql`workspace_id = ${workspaceId} AND webhook_id = ${id} AND state = 'parked'`;
  const oldest = later(now, -PARKED_KEPT_MS);
  const results = await runBatch(db, [
    also,
    db.run(sql`
      UPDATE ${webhookDeliveries} SET state = 'exhausted'
      WHERE ${parked} AND created_at <= ${oldest}`),
    db.run(sql`
      UPDATE ${webhookDeliveries}
      SET state = 'pending', attempts = 0, next_at = ${now} + line.place * ${RESUME_OVER_MS} / line.length
      FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS length
            FROM ${webhookDeliveries} WHERE ${parked}) AS line
      WHERE ${webhookDeliveries}.id = line.id`),
    db
      .update(webhooks)
      .set({
        ...changed,
        isActive: true,
        consecutiveFailures: 0,
        nextAttemptAt: null,
        disabledAt: null,
        disabledReason: null,
        updatedAt: now,
      })
      .where(inWorkspace(workspaceId, id))
      .returning(),
  ]);
  // The last statement is the update; its RETURNING gives whole rows.
  return (results.at(-1) as WebhookRow[])[0] ?? null;
}

/** Changes a webhook and switches it off; what it waits for is parked. Null: there is none. */
export async function deactivateWebhook(
  db: Db,
  workspaceId: WorkspaceId,
  id: WebhookId,
  reason: "manual" | "secret_unreadable",
  changed: Changes,
  now: UnixMs,
  also: (source: SQL) => readonly Statement[],
): Promise<WebhookRow | null> {
  const results = await runBatch(db, [
    ...also(
      sql`FROM ${webhooks} WHERE id = ${id} AND workspace_id = ${workspaceId} AND is_active = 1`,
    ),
    db.run(sql`
      UPDATE ${webhookDeliveries} SET state = 'parked'
      WHERE workspace_id = ${workspaceId} AND webhook_id = ${id} AND state = 'pending'`),
    db
      .update(webhooks)
      .set({
        ...changed,
        isActive: false,
        disabledAt: sql`coalesce(${webhooks.disabledAt}, ${now})`,
        disabledReason: sql`coalesce(${webhooks.disabledReason}, ${reason})`,
        updatedAt: now,
      })
      .where(inWorkspace(workspaceId, id))
      .returning(),
  ]);
  // The last statement is the update; its RETURNING gives whole rows.
  const rows = results.at(-1) as WebhookRow[];
  return rows[0] ?? null;
}

/** Removes a webhook and cancels what it was owed, also under way. False: there is none. */
export async function deleteWebhookRow(
  db: Db,
  workspaceId: WorkspaceId,
  id: WebhookId,
  also: Statement,
): Promise<boolean> {
  const results = await runBatch(db, [
    also,
    db.run(sql`
      UPDATE ${webhookDeliveries} SET state = 'cancelled', lease = NULL, lease_until = NULL
      WHERE workspace_id = ${workspaceId} AND webhook_id = ${id}
        AND state IN ('pending', 'leased', 'parked')`),
    db.delete(webhooks).where(inWorkspace(workspaceId, id)).returning({ id: webhooks.id }),
  ]);
  return (results.at(-1) as unknown[]).length > 0;
}

/** When a webhook may start its next attempt and how much it is doing. Null: deleted. */
export async function selectPace(db: Db, workspaceId: WorkspaceId, id: WebhookId) {
  const rows = await db
    .select({
      isActive: webhooks.isActive,
      atOnce: sql<number>`CASE WHEN ${webhooks.provider} IS NULL THEN ${IN_FLIGHT_PER_WEBHOOK} ELSE ${IN_FLIGHT_PER_SERVICE} END`,
      streak: webhooks.consecutiveFailures,
      nextAttemptAt: webhooks.nextAttemptAt,
      inFlight: sql<number>`(SELECT count(*) FROM webhook_deliveries x
        WHERE x.state = 'leased' AND x.webhook_id = ${webhooks.id})`,
    })
    .from(webhooks)
    .where(inWorkspace(workspaceId, id))
    .limit(1);
  const [row] = rows;
  return row ? { ...row, nextAttemptAt: row.nextAttemptAt ?? unixMs(0) } : null;
}

/** While the webhook is there: an audit line's condition. */
export const whileWebhookThere = (workspaceId: WorkspaceId, id: WebhookId) =>
  sql`WHERE EXISTS (SELECT 1 FROM ${webhooks} WHERE ${inWorkspace(workspaceId, id)})`;
