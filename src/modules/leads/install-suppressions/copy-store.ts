import { sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { sampleDomainSql } from "#platform/rules/mail/sandbox.ts";
import { suppressions } from "#modules/leads/schema/leads.ts";
import { suppressionCopies } from "#modules/leads/schema/install-suppressions.ts";

const c = suppressionCopies;

/** The list of the install as a change leaves it: entries are put on, or taken off. */
export const applyChanges = (
  db: Db,
  put: readonly { readonly hash: string; readonly version: number }[],
  off: readonly string[],
): Statement[] => [
  db.run(sql`
    INSERT INTO ${c} (hash, version)
    SELECT value->>0, value->>1 FROM json_each(${JSON.stringify(put.map((e) => [e.hash, e.version]))}) WHERE true
    ON CONFLICT (hash) DO UPDATE SET version = excluded.version`),
  db.run(sql`DELETE FROM ${c} WHERE hash IN (SELECT value FROM json_each(${JSON.stringify(off)}))`),
];

/** Empties a copy that is ahead of the list, since the install was put back to an earlier state. */
export const emptyCopy = (db: Db): Statement => db.delete(c);

/** Whether the copy has any entry: where it has none, nobody needs to be hashed. */
export async function hasCopies(db: Db): Promise<boolean> {
  const rows = await db.all<{ one: number }>(
    sql`SELECT 1 AS one FROM ${c} WHERE hash >= '' LIMIT 1`,
  );
  return rows.length > 0;
}

/** Which of these hashes the copy has. */
export async function selectCopied(
  db: Db,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.all<{ hash: string }>(sql`
    SELECT hash FROM ${c} WHERE hash IN (SELECT value FROM json_each(${JSON.stringify(hashes)}))`);
  return new Set(rows.map(({ hash }) => hash));
}

/** Entries of workspaces behind an id, the oldest first. Sample leads asked for nothing. */
export const selectNewSuppressions = (db: Db, after: number, limit: number) =>
  db
    .select({
      id: suppressions.id,
      workspaceId: suppressions.workspaceId,
      kind: suppressions.kind,
      hash: suppressions.hash,
      hashKey: suppressions.hashKey,
      reason: suppressions.reason,
      source: suppressions.source,
    })
    .from(suppressions)
    .where(
      sql`${suppressions.id} > ${after} AND NOT ${sql.raw(sampleDomainSql("coalesce(value, '')"))}`,
    )
    .orderBy(suppressions.id)
    .limit(limit);

/** Of these hashes, those that one of the workspaces notes as an opt-out or a complaint. */
export async function selectOptedOutIn(
  db: Db,
  workspaces: readonly WorkspaceId[],
  hashes: readonly string[],
): Promise<readonly string[]> {
  const rows = await db.all<{ hash: string }>(sql`
    SELECT DISTINCT s.hash FROM json_each(${JSON.stringify(workspaces)}) w CROSS JOIN ${suppressions} s
      ON s.workspace_id = w.value AND s.kind = 'address'
        AND s.hash IN (SELECT value FROM json_each(${JSON.stringify(hashes)}))
    WHERE (s.reason IN ('unsubscribed', 'complained') OR s.source GLOB 'reply:*')`);
  return rows.map(({ hash }) => hash);
}
