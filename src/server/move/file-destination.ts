import type { Client } from "@libsql/client";
import { IDS_OF_ONE } from "#platform/db/ids-apart.ts";
import { mergeMarks } from "./carried.ts";
import type { Destination } from "./ends.ts";
import { cursorOf, dropCursor, filledBy, type Given, makeCursor, setCursor } from "./filling.ts";
import type { Side } from "./side.ts";
import type { Key, Row, Table } from "./tables.ts";

/** A file of its own, whose ids begin at `number`. */
export function fileDestination(
  given: Given & {
    readonly number: number;
    /** Removes the file, and answers a new one; throws where the workspace lies in it. */
    readonly fresh: () => Promise<Client>;
    readonly reach: () => Client;
  },
): Destination & {
  /** As they lie there. */
  rowsOf(table: Table, keys: readonly Key[]): Promise<readonly Row[]>;
} {
  const { move, number, reach } = given;
  const side = (): Side => ({ ...given.side, client: reach() });
  const both = () =>
    filledBy({ side: side(), move }, (statements) => reach().batch([...statements], "write"));
  return {
    async begin() {
      const known = await cursorOf(reach(), move);
      if (known) return known;
      const client = await given.fresh();
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
    holds: (...args) => both().holds(...args),
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
      await reach().execute(dropCursor);
    },
    async wipe() {
      await given.fresh();
    },
  };
}
