import { type SQL, sql } from "drizzle-orm";
import { installSettings, workspaces } from "#modules/accounts/schema/accounts.ts";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** The version of each workspace's list of watched mailboxes, as its database reported it: a key each. */
const REPORTED = "watch_reported:";
/** Behind every key that begins so. */
const BEHIND = "watch_reported;";

/** Of the workspaces that stand. */
export async function selectReportedLists(db: InstallDb): Promise<readonly string[]> {
  const rows = await db.all<{ key: string; value: string }>(sql`
    SELECT s.key, s.value FROM ${installSettings} s
    JOIN ${workspaces} w ON w.id = CAST(substr(s.key, ${REPORTED.length + 1}) AS INTEGER)
    WHERE s.key > ${REPORTED} AND s.key < ${BEHIND} AND w.deleted_at IS NULL ORDER BY s.key`);
  return rows.map(({ key, value }) => `${key} ${value}`);
}

/** Of a workspace that stands: one that was purged meanwhile leaves nothing here. */
export async function upsertReportedList(
  db: InstallDb,
  id: WorkspaceId,
  version: string,
  now: UnixMs,
): Promise<void> {
  await db.run(sql`
    INSERT INTO ${installSettings} (key, value, updated_at)
    SELECT ${REPORTED + String(id)}, json_quote(${version}), ${now}
    WHERE EXISTS (SELECT 1 FROM ${workspaces} w WHERE w.id = ${id})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`);
}

export const deleteReportedList = (
  db: InstallDb,
  id: WorkspaceId,
  condition: SQL,
): InstallStatement =>
  db.run(sql`DELETE FROM ${installSettings} WHERE key = ${REPORTED + String(id)} AND ${condition}`);
