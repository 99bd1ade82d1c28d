import { join } from "node:path";
import type { Client } from "@libsql/client";
import { overD1 } from "#db/d1.ts";
import type { Db } from "#db/db.ts";
import { openLibsql, overLibsql } from "#db/libsql.ts";
import { migrate } from "#server/migrate.ts";
import { freshD1 } from "./d1.ts";
import { startHranaServer } from "./hrana-server.ts";
import { temporaryDirectory } from "./node-host.ts";

export type TestDatabase = {
  readonly kind: "libsql" | "d1";
  readonly db: Db;
  /** The same database for queries written by hand: `execute`, `batch` and `close` on either kind. */
  readonly client: Client;
};

/** A fresh, migrated database: libSQL in memory, or D1 in workerd or a libSQL server where TEST_DATABASE says so. */
export async function openTestDatabase(): Promise<TestDatabase> {
  if (process.env["TEST_DATABASE"] === "d1") {
    const { d1, client } = await freshD1();
    return { kind: "d1", db: overD1(d1), client };
  }
  if (process.env["TEST_DATABASE"] === "server") return overServer();
  const client = openLibsql(":memory:");
  await migrate(client, "drizzle");
  return { kind: "libsql", db: overLibsql(client), client };
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
  return { kind: "libsql", db: overLibsql(client), client };
}
