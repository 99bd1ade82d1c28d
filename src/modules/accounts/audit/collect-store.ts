import { eq, sql } from "drizzle-orm";
import { type InstallDb, runBatch } from "#platform/db/db.ts";
import { auditLog } from "#modules/accounts/schema/access.ts";
import { installSettings } from "#modules/accounts/schema/accounts.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { AuditLine } from "./lines-store.ts";

/** How far a workspace's lines were collected: the last id. */
const keyOf = (id: WorkspaceId): string => `audit_collected:${id}`;

export async function selectCollected(db: InstallDb, id: WorkspaceId): Promise<number> {
  const rows = await db
    .select({ last: sql<number>`CAST(${installSettings.value} AS INTEGER)` })
    .from(installSettings)
    .where(eq(installSettings.key, keyOf(id)));
  return rows[0]?.last ?? 0;
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
      INSERT INTO ${auditLog} (at, user_id, api_key_id, install_key_id, impersonator_id, action, workspace_id, target_type, target_id, address, details)
      SELECT value->>'at', value->>'userId', value->>'apiKeyId', value->>'installKeyId', value->>'impersonatorId', value->>'action', ${workspaceId},
        value->>'targetType', value->>'targetId', value->>'address', value->'details'
      FROM json_each(${JSON.stringify(lines)}) WHERE ${isNext} ORDER BY key`),
    db.run(sql`
      INSERT INTO ${installSettings} (key, value, updated_at) SELECT ${key}, ${String(to)}, ${now} WHERE ${isNext}
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`),
  ]);
}
