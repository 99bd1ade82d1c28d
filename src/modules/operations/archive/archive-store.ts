import { type Column, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { AnyDb, Db, InstallDb } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import type { InstallPart } from "./move-parts-store.ts";
import type { Part } from "./parts-store.ts";

export type ArchivedRow = Readonly<Record<string, unknown>>;
/** Where a part goes on. */
export type Place = { readonly along: unknown; readonly row: number };

/** The next rows of a part, each with its column names, and where to go on; null behind the last. */
export async function selectRows(
  db: Db,
  workspaceId: WorkspaceId,
  { table, without, along, key }: Part,
  after: Place | null,
  limit: number,
): Promise<RowsPage> {
  const owner = sql.raw(key ?? "workspace_id");
  const walk = along === undefined ? sql`0` : sql.raw(along);
  const behind: SQL =
    after === null
      ? sql`1`
      : along === undefined
        ? sql`rowid > ${after.row}`
        : sql`(${walk}, rowid) > (${after.along}, ${after.row})`;
  // Without an index to go along, rows are read in their order: each once, of any workspace.
  const ofWorkspace = along === undefined ? sql`+${owner}` : sql`${owner}`;
  const order = along === undefined ? sql`rowid` : sql`${walk}, rowid`;
  return selectPage(
    db,
    { table, without },
    { walk, where: sql`${ofWorkspace} = ${workspaceId} AND ${behind}`, order },
    limit,
  );
}

type RowsPage = { readonly rows: readonly ArchivedRow[]; readonly next: Place | null };

/** The next rows of a part of the install's, in their order. */
export const selectInstallRows = (
  db: InstallDb,
  { table, without, where }: InstallPart,
  workspaceId: WorkspaceId,
  after: Place | null,
  limit: number,
): Promise<RowsPage> =>
  selectPage(
    db,
    { table, without },
    {
      walk: sql`0`,
      where: sql`${where(workspaceId)} AND ${table}.rowid > ${after?.row ?? 0}`,
      order: sql`rowid`,
    },
    limit,
  );

async function selectPage(
  db: AnyDb,
  { table, without }: Pick<Part, "table" | "without">,
  { walk, where, order }: { readonly walk: SQL; readonly where: SQL; readonly order: SQL },
  limit: number,
): Promise<RowsPage> {
  const columns = shownColumns(table, without);
  const names = sql.join(
    columns.map(({ name }) => sql`${sql.identifier(name)}`),
    sql`, `,
  );
  const found = await db.all<Record<string, unknown>>(sql`
    SELECT ${names}, ${walk} AS "~along", rowid AS "~row" FROM ${table}
    WHERE ${where} ORDER BY ${order} LIMIT ${limit}`);
  const last = found.at(-1);
  return {
    rows: found.map((row) =>
      Object.fromEntries(columns.map((column) => [column.name, read(column, row[column.name])])),
    ),
    next:
      last && found.length === limit
        ? { along: last["~along"], row: last["~row"] as number }
        : null,
  };
}

const shownColumns = (table: SQLiteTable, without: readonly string[]): Column[] =>
  Object.values(getTableColumns(table)).filter(({ name }) => !without.includes(name));

const read = (column: Column, value: unknown): unknown =>
  value === null || value === undefined ? null : column.mapFromDriverValue(value);
