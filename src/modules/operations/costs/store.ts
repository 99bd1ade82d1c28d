import { and, desc, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { workspaceFigures } from "#modules/operations/schema/figures.ts";
import { INSTALL_ROW, usageMonths } from "#modules/operations/schema/usage.ts";
import type { UsageEntry } from "#platform/ctx/usage.ts";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** A column that a database may not count. */
const added = (column: string) =>
  sql.raw(
    `${column} = CASE WHEN excluded.${column} IS NULL THEN ${column} ELSE coalesce(${column}, 0) + excluded.${column} END`,
  );

/**
 * Adds to the rows of months, all in one statement; what a workspace used that is not there any more is the install's own.
 * A workspace's size is what its kept figures say; the install's is what came along.
 */
export const addUsage = (
  db: InstallDb,
  entries: readonly UsageEntry[],
  now: UnixMs,
): InstallStatement => {
  const rows = entries.map(({ workspaceId, month, used, bytes }) => ({
    id: workspaceId ?? INSTALL_ROW,
    month,
    ...used,
    bytes,
  }));
  return db.run(sql`
    INSERT INTO ${usageMonths} (month, workspace_id, requests, statements, rows_read, rows_written, queue_operations, bytes, first_at)
    SELECT r.value->>'month', coalesce((SELECT w.id FROM ${workspaces} w WHERE w.id = r.value->>'id'), ${INSTALL_ROW}), r.value->>'requests', r.value->>'statements', r.value->>'rowsRead',
      r.value->>'rowsWritten', r.value->>'queueOperations',
      coalesce(r.value->>'bytes', (SELECT f.figures->>'storedBytes' FROM ${workspaceFigures} f
        WHERE f.workspace_id = r.value->>'id')), ${now}
    FROM json_each(${JSON.stringify(rows)}) r WHERE true
    ON CONFLICT (month, workspace_id) DO UPDATE SET requests = requests + excluded.requests,
      statements = statements + excluded.statements, ${added("rows_read")}, ${added("rows_written")},
      queue_operations = queue_operations + excluded.queue_operations,
      bytes = coalesce(excluded.bytes, bytes)`);
};

/** A purged workspace's rows become the install's own: the bill of a month stays, and nobody's name does. */
export const foldUsage = (db: InstallDb, id: WorkspaceId, holds: SQL): InstallStatement[] => [
  db.run(sql`
    INSERT INTO ${usageMonths} (month, workspace_id, requests, statements, rows_read, rows_written, queue_operations, first_at)
    SELECT month, ${INSTALL_ROW}, requests, statements, rows_read, rows_written, queue_operations, first_at
    FROM ${usageMonths} WHERE workspace_id = ${id} AND ${holds}
    ON CONFLICT (month, workspace_id) DO UPDATE SET requests = requests + excluded.requests,
      statements = statements + excluded.statements, ${added("rows_read")}, ${added("rows_written")},
      queue_operations = queue_operations + excluded.queue_operations`),
  db.delete(usageMonths).where(and(eq(usageMonths.workspaceId, id), holds)),
];

/** Deletes the rows of months before that one. */
export const deleteUsageBefore = (db: InstallDb, month: string): InstallStatement =>
  db.delete(usageMonths).where(lt(usageMonths.month, month));

/** What the database takes on its disk, where it can be asked. */
export async function selectDatabaseBytes(db: InstallDb): Promise<number | null> {
  const [row] = await db.all<{ bytes: number }>(
    sql`SELECT c.page_count * s.page_size AS bytes FROM pragma_page_count c, pragma_page_size s`,
  );
  return row?.bytes ?? null;
}

/** All rows of a month, with the names of the workspaces that stand. */
export const selectUsageOf = (db: InstallDb, month: string) =>
  db
    .select({
      id: usageMonths.workspaceId,
      name: workspaces.name,
      requests: usageMonths.requests,
      statements: usageMonths.statements,
      rowsRead: usageMonths.rowsRead,
      rowsWritten: usageMonths.rowsWritten,
      queueOperations: usageMonths.queueOperations,
      bytes: usageMonths.bytes,
      firstAt: usageMonths.firstAt,
    })
    .from(usageMonths)
    .leftJoin(
      workspaces,
      sql`${workspaces.id} = ${usageMonths.workspaceId} AND ${isNull(workspaces.deletedAt)}`,
    )
    .where(eq(usageMonths.month, month));

/** Months of which the install has a row of its own, the newest first. */
export const selectUsageMonths = async (db: InstallDb): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ month: usageMonths.month })
    .from(usageMonths)
    .orderBy(desc(usageMonths.month));
  return rows.map(({ month }) => month);
};
