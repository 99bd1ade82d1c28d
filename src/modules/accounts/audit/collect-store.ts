import { eq, sql } from "drizzle-orm";
import { type InstallDb, type InstallStatement, runBatch } from "#platform/db/db.ts";
import { auditLog } from "#modules/accounts/schema/access.ts";
import { installSettings, workspaces } from "#modules/accounts/schema/accounts.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { AuditLine } from "./lines-store.ts";

/** How far the lines of a workspace's database were collected: the last id. */
const COLLECTED = "audit_collected:";
const keyOf = (id: WorkspaceId): string => `${COLLECTED}${id}`;

/** Every workspace with the last line that was collected of it. */
export async function selectCollected(
  db: InstallDb,
): Promise<{ workspaceId: WorkspaceId; last: number }[]> {
  return db.all(sql`
    SELECT w.id AS "workspaceId", coalesce(CAST(s.value AS INTEGER), 0) AS "last" FROM ${workspaces} w
    LEFT JOIN ${installSettings} s ON s.key = ${COLLECTED} || w.id`);
}

/** Takes a workspace's lines over, once: nothing where somebody else was there since `from`. */
export async function keepLines(
  db: InstallDb,
  workspaceId: WorkspaceId,
  from: number,
  lines: readonly AuditLine[],
  now: UnixMs,
): Promise<void> {
  const key = keyOf(workspaceId);
  const to = lines.at(-1)?.id ?? from;
  const isNext = sql`coalesce((SELECT CAST(s.value AS INTEGER) FROM ${installSettings} s WHERE s.key = ${key}), 0) = ${from}`;
  await runBatch(db, [
    db.run(sql`
      INSERT INTO ${auditLog} (at, user_id, api_key_id, impersonator_id, action, workspace_id, target_type, target_id, address, details)
      SELECT value->>'at', value->>'userId', value->>'apiKeyId', value->>'impersonatorId', value->>'action', ${workspaceId},
        value->>'targetType', value->>'targetId', value->>'address', value->'details'
      FROM json_each(${JSON.stringify(lines)}) WHERE ${isNext} ORDER BY key`),
    db.run(sql`
      INSERT INTO ${installSettings} (key, value, updated_at) SELECT ${key}, ${String(to)}, ${now} WHERE ${isNext}
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`),
  ]);
}

export const deleteCollected = (db: InstallDb, id: WorkspaceId): InstallStatement =>
  db.delete(installSettings).where(eq(installSettings.key, keyOf(id)));
