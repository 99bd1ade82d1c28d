import { sql } from "drizzle-orm";
import { messageIndex } from "#modules/inbox/schema/search.ts";
import type { MessageType } from "#modules/delivery/rules/message-types.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { type Db, runBatch } from "#platform/db/db.ts";
import type { MessageId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/* Across the workspaces of a database: the index is one. */

/**
 * What people wrote; the words of a campaign's mail are in all its threads, and tell none from another.
 * Each row of marks goes over its own types, since forwards came into an index that was already filled.
 */
const WRITTEN = { row: 1, types: sql.raw("('reply', 'auto_reply', 'manual')") };
const FORWARDED = { row: 2, types: sql.raw("('forward')") };
export const PASSES = [WRITTEN, FORWARDED] as const;
export type Pass = (typeof PASSES)[number];
/** Of a longer text the beginning, as `ownText` looks at it. */
const LONGEST_TEXT = 32_000;

export type IndexState = {
  readonly upTo: number;
  readonly removed: number;
  readonly cleaned: number;
  readonly isCleaning: 0 | 1;
  readonly cleanedAt: UnixMs | null;
  /** The first message that is not in it; what was deleted leaves wide gaps. */
  readonly next: number;
  /** The newest message of all. */
  readonly newest: number;
};

/** Null: the index has lost its row, and nothing can be said of it. What is removed and cleaned is with the first. */
export async function readIndexState(db: Db, pass: Pass = WRITTEN): Promise<IndexState | null> {
  const rows = await db.all<IndexState>(sql`
    SELECT up_to AS "upTo", removed, cleaned, is_cleaning AS "isCleaning", cleaned_at AS "cleanedAt",
      coalesce((SELECT min(m.id) FROM ${messages} m WHERE m.id > up_to), 0) AS next,
      coalesce((SELECT max(m.id) FROM ${messages} m), 0) AS newest
    FROM ${messageIndex} WHERE id = ${pass.row}`);
  return rows[0] ?? null;
}

export type Unindexed = {
  readonly id: MessageId;
  readonly type: MessageType;
  readonly direction: "inbound" | "outbound";
  readonly fromEmail: string;
  readonly fromName: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
};

/** Messages with ids above `after` up to `to`, in their order. */
export const selectUnindexed = (
  db: Db,
  pass: Pass,
  after: number,
  to: number,
  limit: number,
): Promise<Unindexed[]> =>
  db.all<Unindexed>(sql`
    SELECT m.id, m.type, m.direction, m.from_email AS "fromEmail", m.from_name AS "fromName", m.to_emails AS "to", m.subject,
      substr(m.text, 1, ${LONGEST_TEXT}) AS text
    FROM ${messages} m WHERE m.id > ${after} AND m.id <= ${to} AND +m.type IN ${pass.types}
    ORDER BY m.id LIMIT ${limit}`);

/** Messages of one workspace with such ids that the index does not have. */
export const selectMissing = (
  db: Db,
  pass: Pass,
  workspaceId: WorkspaceId,
  after: number,
  to: number,
  limit: number,
): Promise<Unindexed[]> =>
  db.all<Unindexed>(sql`
    SELECT m.id, m.type, m.direction, m.from_email AS "fromEmail", m.from_name AS "fromName", m.to_emails AS "to", m.subject,
      substr(m.text, 1, ${LONGEST_TEXT}) AS text
    FROM ${messages} m WHERE m.id > ${after} AND m.id <= ${to} AND m.workspace_id = ${workspaceId} AND +m.type IN ${pass.types}
      AND NOT EXISTS (SELECT 1 FROM message_search s WHERE s.rowid = m.id)
    ORDER BY m.id LIMIT ${limit}`);

/** Adds those that are not there yet, wherever the index ends. */
export async function insertMissing(db: Db, docs: readonly Indexed[]): Promise<void> {
  await db.run(sql`
    INSERT INTO message_search (rowid, workspace_id, people, subject, text)
    SELECT m.id, m.workspace_id, d.value ->> 'people', d.value ->> 'subject', d.value ->> 'text'
    FROM json_each(${JSON.stringify(docs)}) d CROSS JOIN ${messages} m ON m.id = d.value ->> 'id'
    WHERE (m.text <> '' OR m.subject <> '')
      AND NOT EXISTS (SELECT 1 FROM message_search s WHERE s.rowid = m.id)`);
}

export type Indexed = {
  readonly id: MessageId;
  readonly people: string;
  readonly subject: string;
  readonly text: string;
};

/**
 * Adds messages and notes how far the index is, in one batch that does nothing when somebody else was
 * there first. A message that was blanked meanwhile stays out.
 */
export async function insertIndexed(
  db: Db,
  pass: Pass,
  docs: readonly Indexed[],
  from: number,
  to: number,
): Promise<void> {
  await runBatch(db, [
    db.run(sql`
      INSERT INTO message_search (rowid, workspace_id, people, subject, text)
      SELECT m.id, m.workspace_id, d.value ->> 'people', d.value ->> 'subject', d.value ->> 'text'
      FROM json_each(${JSON.stringify(docs)}) d CROSS JOIN ${messages} m ON m.id = d.value ->> 'id'
      WHERE (m.text <> '' OR m.subject <> '')
        AND EXISTS (SELECT 1 FROM ${messageIndex} i WHERE i.id = ${pass.row} AND i.up_to = ${from})`),
    db.run(
      sql`UPDATE ${messageIndex} SET up_to = ${to} WHERE id = ${pass.row} AND up_to = ${from}`,
    ),
  ]);
}

/** A whole merge begins, which removes the words of everything that was taken out up to now. */
export async function beginCleaning(db: Db, removed: number, now: UnixMs): Promise<void> {
  await db.run(sql`
    UPDATE ${messageIndex} SET cleaned = ${removed}, is_cleaning = 1, cleaned_at = ${now}
    WHERE id = 1 AND is_cleaning = 0`);
}

export async function endCleaning(db: Db, removed: number): Promise<void> {
  await db.run(
    sql`UPDATE ${messageIndex} SET is_cleaning = 0 WHERE id = 1 AND cleaned = ${removed}`,
  );
}
