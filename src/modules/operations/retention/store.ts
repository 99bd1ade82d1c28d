import { type SQL, sql } from "drizzle-orm";
import { type Db, runBatch, type Statement } from "#platform/db/db.ts";
import { workspaceSettings } from "#modules/accounts/schema/accounts.ts";
import { events, hits, webhookAttempts, webhookDeliveries } from "#modules/events/schema/events.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { threadNotes } from "#modules/inbox/schema/team.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { retention } from "#modules/operations/schema/system.ts";
import { outbox } from "#modules/campaigns/schema/sending.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export const KINDS = ["hits", "events", "messages"] as const;
export type Kind = (typeof KINDS)[number];

export type Due = { readonly workspaceId: WorkspaceId; readonly days: number } & Readonly<
  Record<Kind, number>
>;

/** Workspaces that forget, whose turn it is. One line of settings for each workspace is read. */
export const selectDue = (db: Db, now: UnixMs, limit: number): Promise<Due[]> =>
  db.all<Due>(sql`
    SELECT w.workspace_id AS "workspaceId", w.value ->> '$.compliance.retention_days' AS "days",
      coalesce(r.hits, 0) AS "hits", coalesce(r.events, 0) AS "events", coalesce(r.messages, 0) AS "messages"
    FROM ${workspaceSettings} w LEFT JOIN ${retention} r ON r.workspace_id = w.workspace_id
    WHERE w.value ->> '$.compliance.retention_days' > 0 AND coalesce(r.next_at, 0) <= ${now}
    LIMIT ${limit}`);

const TABLES = {
  hits: [hits, sql.raw("at")],
  events: [events, sql.raw("created_at")],
  messages: [messages, sql.raw("created_at")],
} as const;

/**
 * The last id whose row is older than `before`, at least `from`. Ids and times grow together, so a
 * few look-ups find it whatever the size of the table.
 */
export async function lastIdBefore(
  db: Db,
  kind: Kind,
  from: number,
  before: UnixMs,
): Promise<number> {
  const [table, column] = TABLES[kind];
  const [top] = await db.all<{ id: number | null }>(sql`SELECT max(id) AS id FROM ${table}`);
  let low = from;
  let high = top?.id ?? 0;
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2);
    const [row] = await db.all<{ id: number; at: number }>(
      sql`SELECT id, ${column} AS at FROM ${table} WHERE id >= ${middle} ORDER BY id LIMIT 1`,
    );
    if (row && row.at < before) low = row.id;
    else high = middle - 1;
  }
  return low;
}

/**
 * Forgets a workspace's rows of one kind after `from` up to `to`, and notes how far it came. Hits
 * and events go, with deliveries and their log; of a message the row stays, empty, so that the same
 * mail is known when a mailbox is read again.
 */
export async function forgetSpan(
  db: Db,
  workspaceId: WorkspaceId,
  kind: Kind,
  span: { readonly from: number; readonly to: number },
  now: UnixMs,
): Promise<void> {
  const within = sql`id > ${span.from} AND id <= ${span.to} AND +workspace_id = ${workspaceId}`;
  await runBatch(db, [
    ...forgetting(db, kind, within),
    noteSpan(db, workspaceId, kind, span.to, now),
  ]);
}

function forgetting(db: Db, kind: Kind, within: SQL): Statement[] {
  switch (kind) {
    case "hits":
      return [db.run(sql`DELETE FROM ${hits} WHERE ${within}`)];
    case "events": {
      const gone = sql`(SELECT id FROM ${events} WHERE ${within})`;
      return [
        db.run(sql`
          DELETE FROM ${webhookAttempts} WHERE delivery_id IN (
            SELECT d.id FROM ${webhookDeliveries} d WHERE d.event_id IN ${gone})`),
        db.run(sql`DELETE FROM ${webhookDeliveries} WHERE event_id IN ${gone}`),
        db.run(sql`DELETE FROM ${events} WHERE ${within}`),
      ];
    }
    case "messages":
      return [
        db.run(sql`
          UPDATE ${messages} SET from_email = '', from_name = '', reply_to = NULL, to_emails = '[]', cc_emails = '[]',
            subject = '', text = '', html = '' WHERE ${within}`),
      ];
  }
}

const noteSpan = (
  db: Db,
  workspaceId: WorkspaceId,
  kind: Kind,
  to: number,
  now: UnixMs,
): Statement =>
  db
    .insert(retention)
    .values({ workspaceId, [kind]: to, nextAt: now })
    .onConflictDoUpdate({ target: retention.workspaceId, set: { [kind]: to } });

/** Removes conversations that ended before `before`; answers how many. Their messages stay, emptied. */
export async function forgetThreads(
  db: Db,
  workspaceId: WorkspaceId,
  before: UnixMs,
  limit: number,
): Promise<number> {
  const old = sql`(SELECT id FROM ${threads} WHERE workspace_id = ${workspaceId} AND last_message_at < ${before}
    ORDER BY last_message_at LIMIT ${limit})`;
  const results = await runBatch(db, [
    db.run(sql`DELETE FROM ${outbox} WHERE workspace_id = ${workspaceId} AND thread_id IN ${old}
      AND state NOT IN ('queued', 'leased', 'sending')`),
    db.run(
      sql`UPDATE ${messages} SET thread_id = NULL WHERE workspace_id = ${workspaceId} AND thread_id IN ${old}`,
    ),
    db.run(
      sql`DELETE FROM ${threadNotes} WHERE workspace_id = ${workspaceId} AND thread_id IN ${old}`,
    ),
    db.all<{ id: number }>(sql`DELETE FROM ${threads} WHERE id IN ${old} RETURNING id`),
  ]);
  return (results.at(-1) as unknown[]).length;
}

export async function noteTurn(db: Db, workspaceId: WorkspaceId, nextAt: UnixMs): Promise<void> {
  await db
    .insert(retention)
    .values({ workspaceId, nextAt })
    .onConflictDoUpdate({ target: retention.workspaceId, set: { nextAt } });
}
