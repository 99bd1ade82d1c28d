import { dropDoor, dropDoorTable, makeDoor } from "#server/workspaces/door.ts";
import type { Destination } from "./ends.ts";
import { cursorOf, dropCursor, filledBy, type Given, makeCursor, setCursor } from "./filling.ts";
import { deleteRows, past } from "./side.ts";
import { liesIn } from "./source.ts";

/** Tables whose triggers are made together: each changes the schema of everybody's statements. */
const AT_ONCE = 10;

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
    await client.batch([dropDoorTable, dropCursor], "write");
  };
  return {
    ...filledBy(given, (statements) => client.batch(past("OPEN", statements), "write")),
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
