import { eq } from "drizzle-orm";
import { onTestFinished } from "vitest";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { openTestDatabase } from "./database.ts";
import { type Harness, harness, type HarnessOptions } from "./harness.ts";
import { everyRole } from "./staff.ts";

/** An install whose client's workspace lies in a database of its own, the operator's in the first. */
export async function twoDatabases({ mail, ...options }: HarnessOptions = {}) {
  const second = await openTestDatabase();
  onTestFinished(() => second.client.close());
  const there = second.sides.workspace;
  let moved: WorkspaceId | null = null;
  const taken: OutgoingMail[] = [];
  const t: Harness = await harness({
    shards: {
      of: (id) => (id === moved ? there : t.deps.db),
      get first() {
        return t.deps.db;
      },
      all: () => [t.deps.db, there],
    },
    mail: { transmit: async (mails) => void taken.push(...mails), ...mail },
    ...options,
  });
  const { rootWid, clientWid, ...people } = await everyRole(t);
  // What a move takes along: the workspace's own row.
  const [row] = await t.db
    .select()
    .from(workspaces)
    .where(eq(workspaces.id, clientWid as WorkspaceId));
  if (row) await second.db.insert(workspaces).values(row);
  moved = clientWid as WorkspaceId;
  const ownersOf = async (client: typeof second.client, table: string) =>
    (await client.execute(`SELECT DISTINCT workspace_id AS w FROM ${table}`)).rows.map(
      (found) => found["w"],
    );
  return {
    t,
    ...people,
    rootWid,
    clientWid,
    /** The client's workspace, as a path. */
    inside: `/api/v1/workspaces/${clientWid}`,
    /** Its database. */
    second,
    /** Mails that the mail service took. */
    taken,
    /** Whose rows lie in each of the two. */
    homes: async (table: string) => [
      await ownersOf(t.client, table),
      await ownersOf(second.client, table),
    ],
    /** A tick, and what it woke; answers the mails that were handed over. */
    turn: async (): Promise<OutgoingMail[]> => {
      await t.tick();
      await t.drain();
      return taken.splice(0);
    },
  };
}
