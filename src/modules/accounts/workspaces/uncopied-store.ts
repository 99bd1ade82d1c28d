import { and, eq, getTableColumns, sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { installSettings, workspaces } from "#modules/accounts/schema/accounts.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { WorkspaceRow } from "./store.ts";

/** Workspaces whose copies are not known to be what the install says: a key each, with the change that is to be copied. */
const UNCOPIED = "workspace_uncopied:";
/** Behind every key that begins so. */
const BEHIND = "workspace_uncopied;";

/** A workspace by its id, or by the slug of one that the same batch makes. */
export type Changed = { readonly id: WorkspaceId } | { readonly slug: string };

/** For the batch that makes or changes a workspace, after the change: it is to be copied. */
export const markUncopied = (db: InstallDb, which: Changed, now: UnixMs): InstallStatement =>
  db.run(sql`
    INSERT INTO ${installSettings} (key, value, updated_at)
    SELECT ${UNCOPIED} || w.id, w.updated_at, ${now} FROM ${workspaces} w
    WHERE ${"id" in which ? sql`w.id = ${which.id}` : sql`w.slug = ${which.slug}`}
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`);

export const selectUncopied = (db: InstallDb, limit: number): Promise<WorkspaceRow[]> =>
  db
    .select(getTableColumns(workspaces))
    .from(installSettings)
    .innerJoin(
      workspaces,
      sql`${workspaces.id} = CAST(substr(${installSettings.key}, ${UNCOPIED.length + 1}) AS INTEGER)`,
    )
    .where(sql`${installSettings.key} > ${UNCOPIED} AND ${installSettings.key} < ${BEHIND}`)
    .limit(limit);

/** The copy is as this row; another change since has a mark of its own. */
export async function markCopied(db: InstallDb, row: WorkspaceRow): Promise<void> {
  await db
    .delete(installSettings)
    .where(
      and(
        eq(installSettings.key, `${UNCOPIED}${row.id}`),
        sql`CAST(${installSettings.value} AS INTEGER) = ${row.updatedAt}`,
      ),
    );
}
