import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@libsql/client";
import { overD1 } from "#platform/db/d1.ts";
import type { AnyDb, Db, InstallDb } from "#platform/db/db.ts";
import { openLibsql, overLibsql } from "#platform/db/libsql.ts";
import { migrate } from "#server/migrate.ts";
import { freshD1 } from "./d1.ts";
import { withLimitsOfD1 } from "./d1-limits.ts";
import { startHranaServer } from "./hrana-server.ts";
import { temporaryDirectory } from "./node-host.ts";
import { scratchDirectory } from "./scratch.ts";
import { keptTo } from "./sides.ts";
import { recordStatement } from "./statements.ts";

export type TestDatabase = {
  readonly kind: "libsql" | "d1";
  readonly db: AnyDb;
  /** The same database as the product has it, once for the tables of each side. */
  readonly sides: { readonly install: InstallDb; readonly workspace: Db };
  /** The same database for queries written by hand: `execute`, `batch` and `close` on either kind. */
  readonly client: Client;
};

/** A fresh, migrated database: libSQL in this process, or D1 in workerd or a libSQL server where TEST_DATABASE says so. */
export async function openTestDatabase(): Promise<TestDatabase> {
  if (process.env["TEST_DATABASE"] === "d1") {
    const { d1, client } = await freshD1();
    const db = overD1(d1);
    return { kind: "d1", db, sides: { install: db, workspace: db }, client };
  }
  if (process.env["TEST_DATABASE"] === "server") return overServer();
  const client = await freshLibsql();
  // A test's own queries pass these limits by; what the product asks is held to them.
  const limited = withLimitsOfD1(client, recordStatement);
  const sides = {
    install: overLibsql(keptTo("install", limited)),
    workspace: overLibsql(keptTo("workspace", limited)),
  };
  return { kind: "libsql", db: overLibsql(limited), sides, client };
}

/** The migrated database of this process; the next ones are made by its side. */
let migrated: Promise<{ path: string; used: number }> | undefined;

async function makeMigrated() {
  const path = join(scratchDirectory(), "migrated.db");
  const client = openLibsql(`file:${path}`);
  await migrate(client, "drizzle");
  client.close();
  return { path, used: 0 };
}

/** A copy of the migrated database, which takes a tenth of the time that migrating takes. It ends with its process. */
async function freshLibsql(): Promise<Client> {
  const original = await (migrated ??= makeMigrated());
  const path = `${original.path}.${original.used++}`;
  copyFileSync(original.path, path);
  const client = openLibsql(`file:${path}`);
  // Nobody else opens it, and nothing has to outlast this process: as in memory, no write waits for a disk.
  for (const pragma of ["locking_mode=EXCLUSIVE", "journal_mode=MEMORY", "synchronous=OFF"]) {
    await client.execute(`PRAGMA ${pragma}`);
  }
  // Held open, it needs no name.
  rmSync(path);
  return client;
}

async function overServer(): Promise<TestDatabase> {
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
