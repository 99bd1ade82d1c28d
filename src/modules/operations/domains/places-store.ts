import { sql } from "drizzle-orm";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { trackingDomains } from "#modules/links/schema/tracking-domains.ts";
import type { InstallDb } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

export type Place = { readonly id: WorkspaceId; readonly name: string };

/** The names of workspaces. */
export async function selectWorkspaceNames(
  db: InstallDb,
  ids: readonly WorkspaceId[],
): Promise<ReadonlyMap<WorkspaceId, string>> {
  const rows = await db
    .select({ id: workspaces.id, name: workspaces.name })
    .from(workspaces)
    .where(sql`${workspaces.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The next workspaces that have no tracking domain, by id. */
export const selectUntracked = (db: InstallDb, after: number, limit: number): Promise<Place[]> =>
  db.all<Place>(sql`
    SELECT w.id, w.name FROM ${workspaces} w
    WHERE w.id > ${after} AND w.deleted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM ${trackingDomains} t WHERE t.workspace_id = w.id)
    ORDER BY w.id LIMIT ${limit}`);

/** How many workspaces have a tracking domain. */
export async function countTracked(db: InstallDb): Promise<number> {
  const [row] = await db.all<{ n: number }>(sql`
    SELECT count(*) AS n FROM ${trackingDomains} t
    WHERE EXISTS (SELECT 1 FROM ${workspaces} w WHERE w.id = t.workspace_id AND w.deleted_at IS NULL)`);
  return row?.n ?? 0;
}
