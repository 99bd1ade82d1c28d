import { sql } from "drizzle-orm";
import { workspaceSettings } from "#modules/accounts/schema/accounts.ts";
import type { Db } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/** Sealed: the keys of the installations from which a workspace came; null for one that began here. */
export async function selectFormerKeys(db: Db, workspaceId: WorkspaceId): Promise<string | null> {
  const rows = await db.all<{ sealed: string | null }>(sql`
    SELECT value ->> '$.arrived.hash_keys' AS sealed FROM ${workspaceSettings} WHERE workspace_id = ${workspaceId}`);
  return rows[0]?.sealed ?? null;
}

/** The ids that a workspace had in the installations from which it came. */
export async function selectFormerIds(
  db: Db,
  workspaceId: WorkspaceId,
): Promise<readonly number[]> {
  const rows = await db.all<{ id: number }>(sql`
    SELECT j.value AS id FROM ${workspaceSettings} s, json_each(s.value, '$.arrived.workspace_ids') j
    WHERE s.workspace_id = ${workspaceId}`);
  return rows.map(({ id }) => id);
}
