import type { InStatement } from "@libsql/client";
import { dropDoor, dropDoorTable, makeDoor, setDoor } from "#server/workspaces/door.ts";
import { columnText } from "#server/workspaces/open-workspaces.ts";
import { placeKey } from "#server/workspaces/places.ts";
import { asId } from "#platform/rules/ids.ts";
import type { Carried, Source } from "./ends.ts";
import { countOwnRows, deleteRows, rowsBehind, rowsByKey, type Side } from "./side.ts";
import { isOf, type Key, keySql, type Table } from "./tables.ts";

const CHANGES = "relocation_changes";
const EVENTS = ["insert", "update", "delete"] as const;
/** Tables whose triggers are made together: each changes the schema of everybody's statements. */
const AT_ONCE = 10;

const noteOf = (table: string, event: string): string => `relocation_note_${event}_${table}`;

function notes(table: Table, workspaceId: number): readonly string[] {
  const note = (row: "NEW" | "OLD", where = ""): string =>
    `INSERT INTO ${CHANGES} (name, key) SELECT '${table.name}', ${keySql(table, row)}${where}`;
  const [was, is] = [isOf(table, workspaceId, "OLD"), isOf(table, workspaceId, "NEW")];
  const trigger = (event: (typeof EVENTS)[number], when: string, does: string): string =>
    `CREATE TRIGGER IF NOT EXISTS ${noteOf(table.name, event)} AFTER ${event} ON ${table.name} WHEN ${when} BEGIN ${does}; END`;
  const renamed = ` WHERE ${keySql(table, "OLD")} <> ${keySql(table, "NEW")}`;
  return [
    trigger("insert", is, note("NEW")),
    trigger("update", `${was} OR ${is}`, `${note("OLD", renamed)}; ${note("NEW")}`),
    trigger("delete", was, note("OLD")),
  ];
}

/** A workspace in a libSQL database of this process; `hold` and `letGo` are for one in a file, which nobody else reaches. */
export function libsqlSource(
  side: Side,
  given: {
    readonly hold: () => Promise<void>;
    readonly letGo: () => Promise<void>;
    readonly first: Side["client"];
    /** Whether it was decided, as a condition over the first database; absent: it lies in a file. */
    readonly guard?: string;
    /** Behind the decision, for a file. */
    readonly discard: (pause: () => Promise<void>) => Promise<void>;
  },
): Source {
  const { client, workspaceId, isFirst, tables } = side;
  async function inParts(of: (table: Table) => readonly string[]): Promise<void> {
    for (let from = 0; from < tables.length; from += AT_ONCE) {
      await client.batch(tables.slice(from, from + AT_ONCE).flatMap(of), "write");
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async function unwatch(): Promise<void> {
    await inParts((table) => [
      ...EVENTS.map((event) => `DROP TRIGGER IF EXISTS ${noteOf(table.name, event)}`),
      ...(isFirst ? dropDoor([table.name]) : []),
    ]);
    await client.batch(
      [`DROP TABLE IF EXISTS ${CHANGES}`, ...(isFirst ? [dropDoorTable] : [])],
      "write",
    );
  }

  return {
    unwatch,
    async watch() {
      const door = makeDoor(workspaceId, "OPEN");
      await client.batch(
        [
          `CREATE TABLE IF NOT EXISTS ${CHANGES} (id INTEGER PRIMARY KEY, name TEXT NOT NULL, key TEXT NOT NULL)`,
          ...(isFirst ? door.table : []),
        ],
        "write",
      );
      await inParts((table) => [
        ...notes(table, workspaceId),
        ...(isFirst && !table.isShared ? door.of(table.name) : []),
      ]);
    },
    slice: (table, after, limit) => rowsBehind(side, table, after, limit),
    rowsOf: (table, keys) => rowsByKey(side, table, keys),
    count: (table) => countOwnRows(side, table),
    async changes(limit) {
      const { rows } = await client.execute({
        sql: `SELECT id, name, key FROM ${CHANGES} ORDER BY id LIMIT ?`,
        args: [limit],
      });
      return rows.map((row) => ({
        id: Number(row["id"]),
        table: columnText(row["name"]),
        key: JSON.parse(columnText(row["key"])) as Key,
      }));
    },
    async forget(upTo) {
      await client.execute({ sql: `DELETE FROM ${CHANGES} WHERE id <= ?`, args: [upTo] });
    },
    async freeze() {
      await given.hold();
      if (isFirst) await client.execute(setDoor("FROZEN"));
    },
    async thaw() {
      if (isFirst) await client.execute(setDoor("OPEN"));
      await given.letGo();
    },
    carried: () => carriedBy(side, given.first),
    async clear(pause) {
      if (!isFirst) return given.discard(pause);
      await deleteRows(side, given.guard ?? liesIn("file", workspaceId), pause);
      await unwatch();
    },
  };
}

/** Whether the install says that the workspace lies there, as a condition over its first database. */
export const liesIn = (place: "one" | "file", workspaceId: number): string =>
  `EXISTS (SELECT 1 FROM install_settings WHERE key = '${placeKey(asId(workspaceId))}' AND value ->> '$.place' = '${place}')`;

async function carriedBy(
  { client, workspaceId, tables }: Side,
  first: Side["client"],
): Promise<Carried> {
  const counted = tables.filter(({ isCounted }) => isCounted).map(({ name }) => name);
  const sequences = await client.execute("SELECT name, seq FROM sqlite_sequence");
  const marks = await client.execute("SELECT value FROM workspace_settings WHERE workspace_id = 0");
  const own: InStatement = { sql: "SELECT * FROM workspaces WHERE id = ?", args: [workspaceId] };
  const leads = (await client.execute(own)).rows[0]?.["lead_count"] ?? 0;
  const row = (await first.execute(own)).rows[0];
  if (!row) throw new Error(`workspace ${workspaceId} is gone`);
  return {
    counted: new Map(
      sequences.rows
        .map((found) => [columnText(found["name"]), Number(found["seq"])] as const)
        .filter(([name]) => counted.includes(name)),
    ),
    marks: JSON.parse(columnText(marks.rows[0]?.["value"]) || "{}") as Record<string, unknown>,
    leads: Number(leads),
    // Columns of `workspaces` are texts and numbers.
    workspace: { ...row } as Carried["workspace"],
  };
}
