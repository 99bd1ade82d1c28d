import type { Client, InStatement } from "@libsql/client";
import { columnText, columnTexts } from "#server/workspaces/open-workspaces.ts";
import type { Applied, Cursor } from "./ends.ts";
import { countOwnRows, rowsByKey, type Side } from "./side.ts";
import {
  amongKeys,
  copiedColumns,
  type Key,
  keyOfRow,
  type Row,
  sameRows,
  type Table,
} from "./tables.ts";

const CURSOR = "relocation_cursor";

export const dropCursor = `DROP TABLE IF EXISTS ${CURSOR}`;

/** The table in which a destination keeps how far it is, and for which move. */
export const makeCursor = `CREATE TABLE IF NOT EXISTS ${CURSOR} (move TEXT NOT NULL, name TEXT NOT NULL, after INTEGER NOT NULL)`;

/** Up to where it is filled by this move; null where it is not. */
export async function cursorOf(client: Client, move: string): Promise<Cursor | null> {
  const there = await client.execute(
    `SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '${CURSOR}'`,
  );
  if (there.rows.length === 0) return null;
  const { rows } = await client.execute({
    sql: `SELECT name, after FROM ${CURSOR} WHERE move = ?`,
    args: [move],
  });
  const [row] = rows;
  return row ? { table: columnText(row["name"]), after: Number(row["after"]) } : null;
}

/** Goes with what it says. */
export const setCursor = (move: string, { table, after }: Cursor): readonly InStatement[] => [
  `DELETE FROM ${CURSOR}`,
  { sql: `INSERT INTO ${CURSOR} (move, name, after) VALUES (?, ?, ?)`, args: [move, table, after] },
];

const insertOf = (table: Table): ((row: Row) => InStatement) => {
  const marks = table.columns.map(() => "?").join(", ");
  // What stands in the way has a change of its own to come, or is found when all is compared.
  const sql = `INSERT INTO ${table.name} (${copiedColumns(table)}) VALUES (${marks}) ON CONFLICT DO NOTHING`;
  return (row) => ({ sql, args: [...row] });
};

/**
 * Statements that no trigger makes into work: who enters a campaign did so where they come from.
 * Indexes of search are kept.
 */
export async function quietly(
  client: Client,
  tables: readonly string[],
  statements: readonly InStatement[],
): Promise<readonly InStatement[]> {
  const { rows } = await client.execute({
    sql: `SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN (SELECT value FROM json_each(?))
      AND name NOT GLOB '*_search_*' AND name NOT GLOB 'relocation_*'`,
    args: [JSON.stringify(tables)],
  });
  return [
    ...columnTexts({ rows }, "name").map((name) => `DROP TRIGGER "${name}"`),
    ...statements,
    ...columnTexts({ rows }, "sql"),
  ];
}

function appliedBy({ workspaceId }: Side, { table, keys, rows }: Applied): readonly InStatement[] {
  const there = table.isShared ? rows.map((row) => keyOfRow(table, row)) : keys;
  const own = table.isShared ? "" : ` AND workspace_id = ${workspaceId}`;
  return [
    {
      sql: `DELETE FROM ${table.name} WHERE ${amongKeys(table)}${own}`,
      args: [JSON.stringify(there)],
    },
    ...rows.map(insertOf(table)),
  ];
}

/** A destination, and the move that fills it. */
export type Given = { readonly side: Side; readonly move: string };

/** What both kinds do alike: `write` runs statements as this database wants them. */
export function filledBy(
  { side, move }: Given,
  write: (statements: readonly InStatement[]) => Promise<unknown>,
) {
  return {
    async put(table: Table, rows: readonly Row[], cursor: Cursor): Promise<void> {
      const inserts = rows.map(insertOf(table));
      const quiet = rows.length === 0 ? [] : await quietly(side.client, [table.name], inserts);
      await write([...quiet, ...setCursor(move, cursor)]);
    },
    async apply(changes: readonly Applied[]): Promise<void> {
      const names = changes.map(({ table }) => table.name);
      await write(
        await quietly(
          side.client,
          names,
          changes.flatMap((one) => appliedBy(side, one)),
        ),
      );
    },
    rowsOf: (table: Table, keys: readonly Key[]) => rowsByKey(side, table, keys),
    async holds(table: Table, keys: readonly Key[], rows: readonly Row[]): Promise<boolean> {
      return sameRows(rows, await rowsByKey(side, table, keys));
    },
    count: (table: Table) => countOwnRows(side, table),
  };
}
