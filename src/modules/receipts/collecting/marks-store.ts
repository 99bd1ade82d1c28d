import { type SQL, sql } from "drizzle-orm";
import { suppressions } from "#modules/leads/schema/leads.ts";
import {
  receiptChains,
  receiptMarks,
  receiptPeople,
  receipts,
} from "#modules/receipts/schema/receipts.ts";
import { type Db, runBatch, type Statement } from "#platform/db/db.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** Notes that these entries of the list are about to go. */
export const noteLifted = (db: Db, workspaceId: WorkspaceId, those: SQL, now: UnixMs): Statement =>
  db.run(sql`
    INSERT INTO ${receiptMarks} (workspace_id, kind, at, about, is_domain, detail)
    SELECT workspace_id, 'lifted', ${now}, CASE WHEN hash_key IS NULL THEN '' ELSE hash END, kind = 'domain', reason
    FROM ${suppressions} WHERE workspace_id = ${workspaceId} AND ${those}`);

/** Notes that owners of addresses take their opt-out back. */
export const noteSubscribed = (
  db: Db,
  workspaceId: WorkspaceId,
  hashes: readonly string[],
  now: UnixMs,
  guard: SQL,
): Statement =>
  db.run(sql`
    INSERT INTO ${receiptMarks} (workspace_id, kind, at, about, is_domain, detail)
    SELECT ${workspaceId}, 'lifted', ${now}, value, 0, 'unsubscribed'
    FROM json_each(${JSON.stringify(hashes)}) WHERE ${guard}`);

/** Takes the salt of a person away, notes it, and voids what was prepared with it. */
export const forgetReceiptsOf = (
  db: Db,
  workspaceId: WorkspaceId,
  hash: string,
  now: UnixMs,
): Statement[] => {
  const own = sql`workspace_id = ${workspaceId} AND hash = ${hash}`;
  return [
    db.run(sql`
      INSERT INTO ${receiptMarks} (workspace_id, kind, at, about, is_domain, detail)
      SELECT workspace_id, 'erased', ${now}, commitment, 0, '' FROM ${receiptPeople} WHERE ${own}`),
    db.run(sql`
      UPDATE ${receiptMarks} SET about = '' WHERE workspace_id = ${workspaceId} AND about = ${hash}`),
    db.run(sql`DELETE FROM ${receiptPeople} WHERE ${own}`),
    db.run(sql`
      UPDATE ${receiptChains} SET epoch = epoch + 1 WHERE workspace_id = ${workspaceId}`),
  ];
};

/** Notes at every chain of this database that it was put back to what it was at `from`. */
export const noteRestoredTo = (db: Db, from: UnixMs, now: UnixMs): Promise<unknown> =>
  runBatch(db, [
    db.run(sql`
      INSERT INTO ${receiptMarks} (workspace_id, kind, at, about, is_domain, detail)
      SELECT workspace_id, 'restored', ${now}, '', 0, ${`${from}`} FROM ${receiptChains} WHERE true`),
  ]);

/** The same where nobody says to when: to the last receipt. Once in a day. */
export const noteSetBack = (db: Db, dayAgo: UnixMs, now: UnixMs): Promise<unknown> =>
  runBatch(db, [
    db.run(sql`
      INSERT INTO ${receiptMarks} (workspace_id, kind, at, about, is_domain, detail)
      SELECT c.workspace_id, 'restored', ${now}, '', 0, coalesce((SELECT r.at FROM ${receipts} r
        WHERE r.workspace_id = c.workspace_id ORDER BY r.day DESC, r.seq DESC LIMIT 1), c.began_at) || ''
      FROM ${receiptChains} c
      WHERE NOT EXISTS (SELECT 1 FROM ${receiptMarks} m WHERE m.workspace_id = c.workspace_id AND m.kind = 'restored')
        AND NOT EXISTS (SELECT 1 FROM ${receipts} r WHERE r.workspace_id = c.workspace_id
          AND r.day >= date(${dayAgo} / 1000, 'unixepoch') AND r.kind = 'restored' AND r.at >= ${dayAgo})`),
  ]);
