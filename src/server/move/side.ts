import type { Client, InStatement, Row as Found } from "@libsql/client";
import { makeDoor, setDoor, type DoorState } from "#server/workspaces/door.ts";
import { amongKeys, copiedColumns, type Key, type Row, type Table, whereOf } from "./tables.ts";

/** A database on either side of a move, and how its rows of the workspace are read and written. */
export type Side = {
  readonly client: Client;
  readonly workspaceId: number;
  /** The install's first database, which others use meanwhile. */
  readonly isFirst: boolean;
  readonly tables: readonly Table[];
};

const rowOf =
  ({ columns }: Table) =>
  (found: Found): Row =>
    columns.map((_, i) => found[i] ?? null);

export async function rowsByKey(
  { client, workspaceId }: Side,
  table: Table,
  keys: readonly Key[],
): Promise<readonly Row[]> {
  if (keys.length === 0) return [];
  const { rows } = await client.execute({
    sql: `SELECT ${copiedColumns(table)} FROM ${table.name} WHERE ${amongKeys(table)} AND ${whereOf(table, workspaceId)}`,
    args: [JSON.stringify(keys)],
  });
  return rows.map(rowOf(table));
}

/** The end of the next so many places of a table, of any workspace; null behind its end. */
async function endOf(
  { client }: Side,
  { name }: Table,
  after: number,
  limit: number,
): Promise<number | null> {
  const { rows } = await client.execute({
    sql: `SELECT max(rowid) AS last FROM (SELECT rowid FROM ${name} WHERE rowid > ? ORDER BY rowid LIMIT ?)`,
    args: [after, limit],
  });
  const last = rows[0]?.["last"];
  return last === null || last === undefined ? null : Number(last);
}

export async function rowsBehind(
  side: Side,
  table: Table,
  after: number,
  limit: number,
): Promise<{ rows: readonly Row[]; last: number | null }> {
  const last = await endOf(side, table, after, limit);
  if (last === null) return { rows: [], last };
  const { rows } = await side.client.execute({
    sql: `SELECT ${copiedColumns(table)} FROM ${table.name} WHERE rowid > ? AND rowid <= ?
      AND ${whereOf(table, side.workspaceId)} ORDER BY rowid`,
    args: [after, last],
  });
  return { rows: rows.map(rowOf(table)), last };
}

export async function countOwnRows({ client, workspaceId }: Side, table: Table): Promise<number> {
  const where = table.isShared ? "1" : `workspace_id = ${workspaceId}`;
  const { rows } = await client.execute(`SELECT count(*) AS n FROM ${table.name} WHERE ${where}`);
  return Number(rows[0]?.["n"]);
}

/** Rows of the whole database that are looked at for one deletion. */
const LOOKED_AT = 500;

/**
 * Deletes the workspace's rows from the first database, some at a time, where `guard` holds: nobody
 * else's statement reaches them.
 */
export async function deleteRows(
  side: Side,
  guard: string,
  pause: () => Promise<void>,
): Promise<void> {
  // Gone where a former process ended after its last deletion, or none began.
  await side.client.batch([...makeDoor(side.workspaceId, "AWAY").table], "write");
  for (const table of side.tables.toReversed()) {
    if (table.isShared) continue;
    for (let after = -1; ;) {
      const last = await endOf(side, table, after, LOOKED_AT);
      if (last === null) break;
      const [, deleted] = await side.client.batch(
        past("OPEN", [
          {
            sql: `DELETE FROM ${table.name} WHERE rowid > ? AND rowid <= ? AND ${whereOf(table, side.workspaceId)} AND ${guard}`,
            args: [after, last],
          },
        ]),
        "write",
      );
      after = last;
      if ((deleted?.rowsAffected ?? 0) > 0) await pause();
    }
  }
}

/** Statements that pass the closed door of the first database, in one transaction. */
export const past = (state: DoorState, statements: readonly InStatement[]): InStatement[] => [
  setDoor(state),
  ...statements,
  setDoor("AWAY"),
];
