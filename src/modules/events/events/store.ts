import { and, asc, eq, lte, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { events, webhookDeliveries, webhooks } from "#modules/events/schema/events.ts";
import type {
  CampaignId,
  DeliveryId,
  LeadId,
  SendId,
  UnixMs,
  WorkspaceId,
} from "#platform/rules/ids.ts";
import type { EventType } from "#modules/events/rules/event.ts";

/** A condition on the old state, such as `EXISTS (SELECT 1 FROM sends WHERE ...)`. */
export type Guard = SQL;

export function insertEvent(
  db: Db,
  workspaceId: WorkspaceId,
  event: {
    type: EventType;
    dedupeKey: string;
    leadId: LeadId | null;
    campaignId: CampaignId | null;
    sendId: SendId | null;
    body: string;
    createdAt: UnixMs;
  },
  guard: Guard = sql`1`,
): Statement {
  return db.run(sql`
    INSERT INTO ${events} (workspace_id, type, dedupe_key, lead_id, campaign_id, send_id, body, created_at)
    SELECT ${workspaceId}, ${event.type}, ${event.dedupeKey}, ${event.leadId}, ${event.campaignId},
           ${event.sendId}, ${event.body}, ${event.createdAt}
    WHERE ${guard}
    ON CONFLICT (workspace_id, dedupe_key) DO NOTHING`);
}

/**
 * One delivery per active webhook that subscribes to the event; none where the event was not written.
 * A rule that makes deals of replies also hears of those that turn out to be positive later.
 */
export function insertDeliveries(
  db: Db,
  workspaceId: WorkspaceId,
  dedupeKey: string,
  now: UnixMs,
): Statement {
  return db.run(sql`
    INSERT INTO ${webhookDeliveries} (workspace_id, event_id, webhook_id, state, attempts, next_at, created_at)
    SELECT e.workspace_id, e.id, w.id, 'pending', 0, ${now}, ${now}
    FROM ${events} e JOIN ${webhooks} w ON w.workspace_id = e.workspace_id
    WHERE e.workspace_id = ${workspaceId} AND e.dedupe_key = ${dedupeKey} AND e.created_at = ${now}
      AND w.is_active = 1
      AND (EXISTS (SELECT 1 FROM json_each(w.events) s WHERE s.value = e.type)
        OR (e.type = 'reply.positive'
          AND EXISTS (SELECT 1 FROM json_each(w.deals, '$.events') d WHERE d.value = 'lead.replied')))
    ON CONFLICT (event_id, webhook_id) DO NOTHING`);
}

/** Deliveries of these events that wait for a first or next attempt and whose time has come. */
export async function selectDeliveriesOf(
  db: Db,
  workspaceId: WorkspaceId,
  dedupeKeys: readonly string[],
  now: UnixMs,
): Promise<DeliveryId[]> {
  const rows = await db
    .select({ id: webhookDeliveries.id })
    .from(events)
    .innerJoin(webhookDeliveries, eq(webhookDeliveries.eventId, events.id))
    .where(
      and(
        eq(events.workspaceId, workspaceId),
        sql`${events.dedupeKey} IN (SELECT value FROM json_each(${JSON.stringify(dedupeKeys)}))`,
        eq(webhookDeliveries.state, "pending"),
        lte(webhookDeliveries.nextAt, now),
      ),
    )
    .orderBy(asc(webhookDeliveries.id));
  return rows.map((row) => row.id);
}
