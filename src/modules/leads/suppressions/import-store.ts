import { type SQL, sql } from "drizzle-orm";
import { changes, type Db, runBatch, type Statement } from "#platform/db/db.ts";
import { leads, suppressions } from "#modules/leads/schema/leads.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { SuppressionEntry } from "#modules/leads/rules/suppression-entry.ts";
import type { EntryHashes } from "#modules/leads/hashes/hashes.ts";
import type { SuppressionReason } from "./store.ts";

export type NewSuppression = Omit<SuppressionEntry, "hash"> & {
  readonly hashes: EntryHashes;
  readonly reason: SuppressionReason;
};

/** Kind, value and hashes of each as JSON. */
const rowsOf = (entries: readonly NewSuppression[]): string =>
  JSON.stringify(
    entries.map((e) => [e.kind, e.value, e.hashes.keyed, e.reason, e.hashes.plain, e.hashes.key]),
  );

/** How many of these entries are not there yet. */
export const newSuppressionCount = (
  workspaceId: WorkspaceId,
  entries: readonly NewSuppression[],
): SQL => sql`(SELECT count(*) FROM json_each(${rowsOf(entries)}) j
  WHERE NOT EXISTS (SELECT 1 FROM ${suppressions} x WHERE x.workspace_id = ${workspaceId}
    AND x.kind = j.value->>0 AND x.hash IN (j.value->>2, j.value->>4)))`;

/** Adds many entries by one statement; answers how many were new. */
export async function insertSuppressions(
  db: Db,
  workspaceId: WorkspaceId,
  entries: readonly NewSuppression[],
  how: { hashOnly: boolean; now: UnixMs },
): Promise<number> {
  const [done] = await runBatch(db, [insertSuppressionsStatement(db, workspaceId, entries, how)]);
  return changes(done);
}

/**
 * The statement that adds many entries; those that are there keep their first reason. With `hashOnly`
 * an address is kept only where a lead has it.
 */
export function insertSuppressionsStatement(
  db: Db,
  workspaceId: WorkspaceId,
  entries: readonly NewSuppression[],
  { hashOnly, now }: { hashOnly: boolean; now: UnixMs },
): Statement {
  const json = rowsOf(entries);
  const isHashOnly = sql`(v->>1 IS NULL OR (${hashOnly ? 1 : 0} AND v->>0 = 'address'))`;
  return db.run(sql`
      INSERT INTO ${suppressions} (workspace_id, kind, value, hash, hash_key, hash_only, reason, created_at)
      SELECT ${workspaceId}, v->>0,
        CASE WHEN ${isHashOnly} THEN (SELECT email FROM ${leads} WHERE workspace_id = ${workspaceId}
          AND email = v->>1) ELSE v->>1 END,
        v->>2, v->>5, ${isHashOnly}, v->>3, ${now}
      FROM (SELECT value AS v FROM json_each(${json}) LIMIT -1)
      WHERE NOT EXISTS (SELECT 1 FROM ${suppressions} x WHERE x.workspace_id = ${workspaceId}
        AND x.kind = v->>0 AND x.hash = v->>4)
      ON CONFLICT (workspace_id, kind, hash) DO NOTHING`);
}
