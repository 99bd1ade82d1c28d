import { and, eq, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { workspaces, workspaceSettings } from "#modules/accounts/schema/accounts.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** The workspace's name and what its settings change of the defaults, in one query. */
export async function selectSettings(db: Db, workspaceId: WorkspaceId) {
  const rows = await db
    .select({
      name: workspaces.name,
      value: workspaceSettings.value,
      updatedAt: workspaceSettings.updatedAt,
    })
    .from(workspaces)
    .leftJoin(workspaceSettings, eq(workspaceSettings.workspaceId, workspaces.id))
    .where(eq(workspaces.id, workspaceId))
    .limit(1);
  return rows[0] ?? null;
}

/** Merges a patch into what is stored (RFC 7396: null takes a value away), so that two changes at a time both stay. */
export const mergeSettings = (
  db: Db,
  workspaceId: WorkspaceId,
  patch: object,
  now: UnixMs,
): Statement => {
  const text = JSON.stringify(patch);
  return db.run(sql`
    INSERT INTO ${workspaceSettings} (workspace_id, value, updated_at)
    VALUES (${workspaceId}, json_patch('{}', ${text}), ${now})
    ON CONFLICT (workspace_id) DO UPDATE
      SET value = json_patch(${workspaceSettings.value}, ${text}), updated_at = ${now}`);
};

/** What is stored under the number of no workspace: what concerns a database and all workspaces in it. */
export async function selectMarks(db: Db, whole: WorkspaceId): Promise<Record<string, unknown>> {
  const rows = await db
    .select({ value: workspaceSettings.value })
    .from(workspaceSettings)
    .where(eq(workspaceSettings.workspaceId, whole));
  return rows[0]?.value ?? {};
}

/** Takes a mark away that is still of that moment. */
export async function deleteMark(
  db: Db,
  whole: WorkspaceId,
  name: string,
  at: UnixMs,
): Promise<void> {
  const { value } = workspaceSettings;
  await db
    .update(workspaceSettings)
    .set({ value: sql`json_remove(${value}, ${`$.${name}`})` })
    .where(
      and(eq(workspaceSettings.workspaceId, whole), sql`${value} ->> ${`$.${name}.at`} = ${at}`),
    );
}
