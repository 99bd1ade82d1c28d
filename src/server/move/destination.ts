import type { Client, InStatement } from "@libsql/client";
import { dropDoor, dropDoorTable, makeDoor } from "#server/workspaces/door.ts";
import { IDS_OF_ONE } from "#server/workspaces/ids-apart.ts";
import { columnText, columnTexts } from "#server/workspaces/open-workspaces.ts";
import type { Applied, Carried, Cursor, Destination } from "./ends.ts";
import { countRows, deleteRows, past, rowsByKey, type Side } from "./side.ts";
import { liesIn } from "./source.ts";
import { amongKeys, columnsOf, keyOf, keyText, type Row, type Table } from "./tables.ts";

const CURSOR = "relocation_cursor";
const AT_ONCE = 10;

const makeCursor = `CREATE TABLE IF NOT EXISTS ${CURSOR} (move TEXT NOT NULL, name TEXT NOT NULL, after INTEGER NOT NULL)`;

async function cursorOf(client: Client, move: string): Promise<Cursor | null> {
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

const setCursor = (move: string, { table, after }: Cursor): readonly InStatement[] => [
  `DELETE FROM ${CURSOR}`,
  { sql: `INSERT INTO ${CURSOR} (move, name, after) VALUES (?, ?, ?)`, args: [move, table, after] },
];

const insertOf = (table: Table): ((row: Row) => InStatement) => {
  const marks = table.columns.map(() => "?").join(", ");
  // What stands in the way has a change of its own to come, or is found when all is compared.
  const sql = `INSERT INTO ${table.name} (${columnsOf(table)}) VALUES (${marks}) ON CONFLICT DO NOTHING`;
  return (row) => ({ sql, args: [...row] });
};

/**
 * Statements that no trigger makes into work: who enters a campaign did so where they come from.
 * Indexes of search are kept.
 */
async function quietly(
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
  const there = table.isShared ? rows.map((row) => keyOf(table, row)) : keys;
  const own = table.isShared ? "" : ` AND workspace_id = ${workspaceId}`;
  return [
    {
      sql: `DELETE FROM ${table.name} WHERE ${amongKeys(table)}${own}`,
      args: [JSON.stringify(there)],
    },
    ...rows.map(insertOf(table)),
  ];
}

type Given = { readonly side: Side; readonly move: string };

/** What both kinds do alike: `write` runs statements as this database wants them. */
function common(
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
    rowsOf: (table: Table, keys: readonly Row[]) => rowsByKey(side, table, keys),
    count: (table: Table) => countRows(side, table),
  };
}

/** A file of its own, whose ids begin at `number`. */
export function fileDestination(
  given: Given & {
    readonly number: number;
    /** Removes the file, and answers a new one; throws where the workspace lies in it. */
    readonly anew: () => Promise<Client>;
    readonly reach: () => Client;
  },
): Destination {
  const { move, number, reach } = given;
  const side = (): Side => ({ ...given.side, client: reach() });
  const both = () =>
    common({ side: side(), move }, (statements) => reach().batch([...statements], "write"));
  return {
    async begin() {
      const known = await cursorOf(reach(), move);
      if (known) return known;
      const client = await given.anew();
      await client.batch(
        [
          `UPDATE sqlite_sequence SET seq = ${number * IDS_OF_ONE} WHERE name <> 'd1_migrations'`,
          makeCursor,
          ...setCursor(move, { table: "", after: -1 }),
        ],
        "write",
      );
      return null;
    },
    put: (...args) => both().put(...args),
    apply: (changes) => both().apply(changes),
    rowsOf: (...args) => both().rowsOf(...args),
    count: (table) => both().count(table),
    async ready({ workspace, marks }) {
      const names = Object.keys(workspace);
      const { receipts_read } = marks;
      await reach().batch(
        [
          { sql: "DELETE FROM workspaces WHERE id = ?", args: [given.side.workspaceId] },
          {
            sql: `INSERT INTO workspaces (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
            args: names.map((name) => workspace[name] ?? null),
          },
          ...(receipts_read === undefined ? [] : [mergeMarks({ receipts_read })]),
        ],
        "write",
      );
    },
    async opened() {
      await reach().execute(`DROP TABLE IF EXISTS ${CURSOR}`);
    },
    async wipe() {
      await given.anew();
    },
  };
}

/** What is noted of a database, in its row of settings of no workspace. */
const mergeMarks = (marks: object): InStatement => ({
  sql: `INSERT INTO workspace_settings (workspace_id, value, updated_at) VALUES (0, json_patch('{}', ?), 0)
    ON CONFLICT (workspace_id) DO UPDATE SET value = json_patch(value, excluded.value)`,
  args: [JSON.stringify(marks)],
});

/** The install's first database, in which others work meanwhile. */
export function firstDestination(
  given: Given & {
    /** Reads mails into the search index that lie behind its end. */
    readonly index: (pause: () => Promise<void>) => Promise<void>;
  },
): Destination {
  const { side, move } = given;
  const { client, workspaceId, tables } = side;
  const guard = liesIn("file", workspaceId);
  const clean = (pause: () => Promise<void>): Promise<void> => deleteRows(side, guard, pause);
  async function inParts(of: (table: string) => readonly string[]): Promise<void> {
    const names = tables.filter(({ isShared }) => !isShared).map(({ name }) => name);
    for (let from = 0; from < names.length; from += AT_ONCE) {
      await client.batch(names.slice(from, from + AT_ONCE).flatMap(of), "write");
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  const removeDoor = async (): Promise<void> => {
    await inParts((table) => dropDoor([table]));
    await client.batch([dropDoorTable, `DROP TABLE IF EXISTS ${CURSOR}`], "write");
  };
  return {
    ...common(given, (statements) => client.batch(past("OPEN", statements), "write")),
    async begin(_, pause) {
      const door = makeDoor(workspaceId, "AWAY");
      await client.batch([...door.table], "write");
      await inParts(door.of);
      const known = await cursorOf(client, move);
      if (known) return known;
      await clean(pause);
      await client.batch([makeCursor, ...setCursor(move, { table: "", after: -1 })], "write");
      return null;
    },
    // Everything here is part of the decision: it lies in the same database.
    async ready() {},
    async opened(pause) {
      await removeDoor();
      await given.index(pause);
    },
    async wipe(pause) {
      await clean(pause);
      await removeDoor();
    },
  };
}

/** What the decision for the first database says of it, in the same transaction. */
export function carriedToFirst(
  { counted, marks, leads }: Carried,
  own: Readonly<Record<string, unknown>>,
  workspaceId: number,
): readonly InStatement[] {
  const sequences = [...counted]
    // It has handed out none of its own.
    .filter(([, seq]) => seq % IDS_OF_ONE > 0)
    .map(([name, seq]) => ({
      sql: "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?",
      args: [seq, name],
    }));
  return [
    ...sequences,
    mergeMarks(earlierOf(own, marks)),
    {
      sql: "UPDATE workspaces SET lead_count = ? WHERE id = ?",
      args: [leads, workspaceId],
    },
  ];
}

/** Up to where both databases were read; what is read once more is not taken twice. */
function earlierOf(
  own: Readonly<Record<string, unknown>>,
  theirs: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const marks: Record<string, unknown> = {};
  for (const name of ["opt_outs_collected", "figures_looked"]) {
    if (own[name] !== undefined)
      marks[name] = Math.min(Number(own[name]), Number(theirs[name] ?? 0));
  }
  const [mine, other] = [own["receipts_read"], theirs["receipts_read"]];
  if (mine !== undefined && other !== undefined) {
    marks["receipts_read"] = earlierPlaces(mine as Places, other as Places);
  }
  return marks;
}

/** By source: an id, or a time and an id. */
type Places = Readonly<Record<string, number | readonly number[]>>;

const earlierPlaces = (a: Places, b: Places): Places =>
  Object.fromEntries(
    Object.entries(a).map(([name, place]) => {
      const other = b[name] ?? place;
      return [name, isBefore(other, place) ? other : place];
    }),
  );

function isBefore(a: number | readonly number[], b: number | readonly number[]): boolean {
  const [one, two] = [[a].flat(), [b].flat()];
  const at = one.findIndex((value, i) => value !== two[i]);
  return at >= 0 && (one[at] ?? 0) < (two[at] ?? 0);
}

/** Whether two lists hold the same rows, in whatever order. */
export function sameRows(a: readonly Row[], b: readonly Row[]): boolean {
  if (a.length !== b.length) return false;
  const texts = new Set(a.map(keyText));
  return b.every((row) => texts.has(keyText(row)));
}
