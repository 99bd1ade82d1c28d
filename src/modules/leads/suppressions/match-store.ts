import { sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { suppressions } from "#modules/leads/schema/leads.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/** What kinds of entries the workspace has at all, so that bulk work can leave out what finds nothing. */
export async function selectPresence(
  db: Db,
  workspaceId: WorkspaceId,
): Promise<{ any: boolean; hashOnly: boolean }> {
  const rows = await db.all<{ any: number; hashOnly: number }>(sql`
    SELECT EXISTS (SELECT 1 FROM ${suppressions} WHERE workspace_id = ${workspaceId}) AS "any",
      EXISTS (SELECT 1 FROM ${suppressions} WHERE workspace_id = ${workspaceId}
        AND kind IN ('address', 'domain') AND value IS NULL) AS "hashOnly"`);
  return { any: rows[0]?.any === 1, hashOnly: rows[0]?.hashOnly === 1 };
}

/** Writes the address of hash-only entries back; `entries` are address and hash. */
export function restoreSuppressionAddresses(
  db: Db,
  workspaceId: WorkspaceId,
  entries: readonly (readonly [value: string, hash: string])[],
): Statement {
  return db.run(sql`
    UPDATE ${suppressions} SET value = j.value->>0 FROM json_each(${JSON.stringify(entries)}) j
    WHERE ${suppressions}.workspace_id = ${workspaceId} AND ${suppressions}.kind = 'address'
      AND ${suppressions}.hash = j.value->>1 AND ${suppressions}.value IS NULL`);
}

/** Takes the address of hash-only entries off again, once the workspace has no such lead any more. */
export const hashSuppressionAddresses = (
  db: Db,
  workspaceId: WorkspaceId,
  hashes: readonly string[],
): Statement =>
  db.run(sql`
    UPDATE ${suppressions} SET value = NULL WHERE workspace_id = ${workspaceId} AND kind = 'address'
      AND hash IN (SELECT value FROM json_each(${JSON.stringify(hashes)})) AND hash_only = 1`);
