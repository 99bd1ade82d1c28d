import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@libsql/client";
import { overD1 } from "#platform/db/d1.ts";
import type { AnyDb, Db, InstallDb } from "#platform/db/db.ts";
import { openLibsql, overLibsql } from "#platform/db/libsql.ts";
import { migrate } from "#server/migrate.ts";
import { everyWorkspaceApart } from "./apart.ts";
import { notingAudit } from "./audited.ts";
import type { FreshD1 } from "./d1.ts";
import { withLimitsOfD1 } from "./d1-limits.ts";
import { temporaryDirectory } from "./node-host.ts";
import { scratchDirectory } from "./scratch.ts";
import { keptTo, type Side } from "./sides.ts";
import { recordStatement } from "./statements.ts";

export type TestDatabase = {
  readonly kind: "libsql" | "d1";
  readonly db: AnyDb;
  /** The same database as the product has it, once for the tables of each side. */
  readonly sides: { readonly install: InstallDb; readonly workspace: Db };
  /** The same database for queries written by hand: `execute`, `batch` and `close` on either kind. */
  readonly client: Client;
};

export type TestInstall = TestDatabase & {
  /** Where every workspace lies in a database of its own. */
  readonly apart?: ReturnType<typeof everyWorkspaceApart>;
};

/** What TEST_DATABASE calls the databases in workerd. Most processes need none, so they load none. */
const IN_WORKERD: Readonly<Record<string, () => Promise<FreshD1>>> = {
  d1: async () => (await import("./d1.ts")).freshD1(),
  object: async () => (await import("./object.ts")).freshObject(),
};

/**
 * A fresh, migrated database: libSQL in this process, or where TEST_DATABASE says so D1 or a Durable
 * Object's in workerd, or a libSQL server.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const fresh = IN_WORKERD[process.env["TEST_DATABASE"] ?? ""];
  if (fresh) {
    const { d1, client } = await fresh();
    const db = overD1(d1);
    return { kind: "d1", db, sides: { install: db, workspace: db }, client };
  }
  if (process.env["TEST_DATABASE"] === "server") return overServer();
  const client = await freshLibsql();
  return {
    kind: "libsql",
    db: overLibsql(withLimitsOfD1(client, recordStatement)),
    sides: { install: sided("install", client), workspace: sided("workspace", client) },
    client,
  };
}

/** The same, but where TEST_DATABASE is `apart` each workspace lies in a database of its own. */
export async function openTestInstall(): Promise<TestInstall> {
  if (process.env["TEST_DATABASE"] !== "apart") return openTestDatabase();
  const { path } = await original();
  const all = everyWorkspaceApart(
    copyOf(path),
    () => copyOf(path),
    (one) => sided("workspace", one),
  );
  return {
    kind: "libsql",
    db: overLibsql(all.client),
    sides: { install: sided("install", all.through(all.first)), workspace: all.firstDb },
    client: all.client,
    apart: all,
  };
}

/** What the product asks is held to what D1 takes and to its side; a test's own queries pass both by. */
const sided = (side: Side, client: Client): AnyDb =>
  overLibsql(notingAudit(keptTo(side, withLimitsOfD1(client, recordStatement))));

/** The migrated database of this process; the next ones are made by its side. */
let migrated: Promise<{ path: string }> | undefined;

async function makeMigrated() {
  const path = join(scratchDirectory(), "migrated.db");
  const client = openLibsql(`file:${path}`);
  await migrate(client, "drizzle");
  client.close();
  return { path };
}

const original = () => (migrated ??= makeMigrated());

const freshLibsql = async (): Promise<Client> => copyOf((await original()).path);

let used = 0;

/** A copy of the migrated database, which takes a tenth of the time that migrating takes. It ends with its process. */
function copyOf(migratedPath: string): Client {
  const path = `${migratedPath}.${used++}`;
  copyFileSync(migratedPath, path);
  const client = openLibsql(`file:${path}`);
  // Nobody else opens it, and nothing has to outlast this process: as in memory, no write waits for a disk.
  for (const pragma of ["locking_mode=EXCLUSIVE", "journal_mode=MEMORY", "synchronous=OFF"]) {
    // Runs at once: nothing of an embedded database waits.
    void client.execute(`PRAGMA ${pragma}`);
  }
  // Held open, it needs no name.
  rmSync(path);
  return client;
}

async function overServer(): Promise<TestDatabase> {
  const { startHranaServer } = await import("./hrana-server.ts");
  const directory = temporaryDirectory();
  const server = await startHranaServer(join(directory.path, "server.db"));
  const client = openLibsql(server.url, { authToken: server.token });
  const close = client.close.bind(client);
  client.close = () => {
    close();
    void server.close().then(() => directory.remove());
  };
  await migrate(client, "drizzle");
  const db = overLibsql(client);
  return { kind: "libsql", db, sides: { install: db, workspace: db }, client };
}
