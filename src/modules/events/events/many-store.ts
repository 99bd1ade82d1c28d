import { sql, type SQL } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { events, webhookDeliveries, webhooks } from "#modules/events/schema/events.ts";
import type { CampaignId, LeadId, SendId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { EventType } from "#modules/events/rules/event.ts";

/** Events in one statement, in order; each once, by its `dedupeKey`. Nothing where `guard` does not hold. */
export function insertEvents(
  db: Db,
  workspaceId: WorkspaceId,
  rows: readonly {
    type: EventType;
    dedupeKey: string;
    leadId: LeadId | null;
    campaignId: CampaignId | null;
    sendId: SendId | null;
    body: string;
  }[],
  now: UnixMs,
  guard: SQL = sql`1`,
): Statement {
  const payload = rows.map((r) => [r.type, r.dedupeKey, r.leadId, r.campaignId, r.sendId, r.body]);
  return db.run(sql`
    INSERT INTO ${events} (workspace_id, type, dedupe_key, lead_id, campaign_id, send_id, body, created_at)
    SELECT ${workspaceId}, value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, ${now}
    FROM json_each(${JSON.stringify(payload)}) WHERE ${guard}
    ON CONFLICT (workspace_id, dedupe_key) DO NOTHING`);
}

/** One delivery per event written now and active webhook that subscribes to it. */
export function insertDeliveriesOf(
  db: Db,
  workspaceId: WorkspaceId,
  dedupeKeys: readonly string[],
  now: UnixMs,
): Statement {
  return db.run(sql`
    INSERT INTO ${webhookDeliveries} (workspace_id, event_id, webhook_id, state, attempts, next_at, created_at)
    SELECT e.workspace_id, e.id, w.id, 'pending', 0, ${now}, ${now}
    FROM ${events} e JOIN ${webhooks} w ON w.workspace_id = e.workspace_id
    WHERE e.workspace_id = ${workspaceId} AND e.created_at = ${now}
      AND e.dedupe_key IN (SELECT value FROM json_each(${JSON.stringify(dedupeKeys)}))
      AND w.is_active = 1
      AND EXISTS (SELECT 1 FROM json_each(w.events) s WHERE s.value = e.type)
    ON CONFLICT (event_id, webhook_id) DO NOTHING`);
}
