import { desc, eq, isNull, lt, sql } from "drizzle-orm";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { workspaceFigures } from "#modules/operations/schema/figures.ts";
import { INSTALL_ROW, usageMonths } from "#modules/operations/schema/usage.ts";
import type { UsageEntry } from "#platform/ctx/usage.ts";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import type { UnixMs } from "#platform/rules/ids.ts";

/**
 * Adds to the rows of months, all in one statement. A workspace's size is what its kept figures say; the
 * install's is what came along.
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
  const both = (column: string) =>
    sql.raw(
      `${column} = CASE WHEN excluded.${column} IS NULL THEN ${column} ELSE coalesce(${column}, 0) + excluded.${column} END`,
    );
  return db.run(sql`
    INSERT INTO ${usageMonths} (month, workspace_id, requests, statements, rows_read, rows_written, queue_operations, bytes, first_at)
    SELECT r.value->>'month', r.value->>'id', r.value->>'requests', r.value->>'statements', r.value->>'rowsRead',
      r.value->>'rowsWritten', r.value->>'queueOperations',
      coalesce(r.value->>'bytes', (SELECT f.figures->>'storedBytes' FROM ${workspaceFigures} f
        WHERE f.workspace_id = r.value->>'id')), ${now}
    FROM json_each(${JSON.stringify(rows)}) r WHERE true
    ON CONFLICT (month, workspace_id) DO UPDATE SET requests = requests + excluded.requests,
      statements = statements + excluded.statements, ${both("rows_read")}, ${both("rows_written")},
      queue_operations = queue_operations + excluded.queue_operations,
      bytes = coalesce(excluded.bytes, bytes)`);
};

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
export type UsageRow = Awaited<ReturnType<typeof selectUsageOf>>[number];

/** Months of which the install has a row of its own, the newest first. */
export const selectUsageMonths = async (db: InstallDb): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ month: usageMonths.month })
    .from(usageMonths)
    .orderBy(desc(usageMonths.month));
  return rows.map(({ month }) => month);
};
