import { join } from "node:path";
import type { Client } from "@libsql/client";
import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { parseSettings, type Settings } from "#platform/ctx/settings.ts";
import { countedClient } from "#platform/db/counted-client.ts";
import { openLibsql } from "#platform/db/libsql.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { endTurn, renewTurn, takeTurn } from "#modules/operations/health/tick-turn-store.ts";
import { applyMigrations, type Migration, readMigrations } from "#server/migrate.ts";
import { freshSecrets } from "#server/secrets.ts";
import { assertSeveral } from "#server/several-processes.ts";
import { openTestDatabase } from "#test/support/database.ts";
import { startNodeHost, temporaryDirectory } from "#test/support/node-host.ts";

const directory = temporaryDirectory();
afterAll(() => directory.remove());

const settings = (more: Readonly<Record<string, string>>): Settings =>
  parseSettings({ ...freshSecrets(), ...more });
const SHARED = { DATABASE_URL: "https://db.example.com", COMPANION_URL: "http://10.0.0.20:8788" };

describe("the start of one of several processes", () => {
  it("is refused where they would not share a database or a companion", () => {
    const { DATABASE_URL, COMPANION_URL } = SHARED;
    expect(() => assertSeveral(settings({ PROCESSES: "several", COMPANION_URL }))).toThrow(
      /needs DATABASE_URL/,
    );
    expect(() => assertSeveral(settings({ PROCESSES: "several", DATABASE_URL }))).toThrow(
      /needs COMPANION_URL/,
    );
    expect(() => assertSeveral(settings({ PROCESSES: "several", ...SHARED }))).not.toThrow();
    expect(() => assertSeveral(settings({}))).not.toThrow();
  });

  it("makes no secrets, which would be others than those of the rest", async () => {
    const { AUTH_SECRET } = freshSecrets();
    const env = {
      PROCESSES: "several",
      DATABASE_URL: `file:${join(directory.path, "shared.db")}`,
      COMPANION_URL: SHARED.COMPANION_URL,
      AUTH_SECRET,
    };
    const dataDir = join(directory.path, "data");
    await expect(startNodeHost({ dataDir, env })).rejects.toThrow(
      /VAULT_KEYS, TRACKING_SECRET, COMPANION_SECRET .*cannot be found/,
    );
  });
});

describe("migrations of processes that start at once", () => {
  const names = (files: readonly Migration[]): string[] => files.map(({ name }) => name);

  it("are applied once each, by whichever comes first", async () => {
    const files = (await readMigrations("drizzle")).slice(0, 4);
    const open = () => openLibsql(`file:${join(directory.path, "fresh.db")}`, { timeoutMs: 5_000 });
    const clients = [open(), open(), open()];
    const applied = await Promise.all(clients.map((client) => applyMigrations(client, files)));
    expect(applied.flat().toSorted()).toEqual(names(files));
    for (const client of clients) client.close();
  });

  it("fail as ever where the migration itself does", async () => {
    const client = openLibsql(":memory:");
    const broken = [{ name: "0001.sql", sql: "CREATE TABEL x (id)", hash: "1" }];
    await expect(applyMigrations(client, broken)).rejects.toThrow(/TABEL/);
    expect((await client.execute("SELECT name FROM d1_migrations")).rows).toEqual([]);
    client.close();
  });
});

describe("a batch", () => {
  it("takes the lock before it reads, where it writes: another process may write in between", async () => {
    const { db } = await openTestDatabase();
    const modes: unknown[] = [];
    const client = countedClient({
      batch: async (_: unknown, mode: unknown) => {
        modes.push(mode);
        return [];
      },
    } as unknown as Client);
    const read = "select 1";
    await client.batch([read, { sql: " SELECT ?", args: [1] }]);
    await client.batch([read, { sql: "UPDATE t SET x = ?", args: [1] }]);
    await client.batch(["with t as (select 1) delete from u", read]);
    expect(modes).toEqual(["deferred", "write", "write"]);
    expect(await db.batch([db.run(sql`SELECT 1`), db.run(sql`SELECT 2`)])).toHaveLength(2);
  });
});

describe("the turn to tick", () => {
  it("is taken by one process once it is due, and by another when its process is gone", async () => {
    const { db } = await openTestDatabase();
    const now = unixMs(1_800_000_000_000);
    const later = (ms: number) => unixMs(now + ms);
    const take = (token: string, at: number) =>
      takeTurn(db, { token, now: later(at), until: later(at + 20_000) });

    expect(await take("a", 0)).toBe(true);
    expect(await take("b", 10)).toBe(false);
    await endTurn(db, "a", later(4_500));
    expect([await take("b", 4_499), await take("b", 4_500)]).toEqual([false, true]);
    // A turn that is somebody else's by now is neither renewed nor given back.
    await endTurn(db, "a", later(4_501));
    await renewTurn(db, "a", later(4_501));
    expect(await take("c", 24_499)).toBe(false);
    await renewTurn(db, "b", later(30_000));
    expect([await take("c", 29_999), await take("c", 30_000)]).toEqual([false, true]);
  });

  it("is not kept for days by a clock that was ahead", async () => {
    const { db } = await openTestDatabase();
    const now = unixMs(1_800_000_000_000);
    const ahead = unixMs(now + 86_400_000);
    await takeTurn(db, { token: "a", now: ahead, until: unixMs(ahead + 20_000) });
    expect(await takeTurn(db, { token: "b", now, until: unixMs(now + 20_000) })).toBe(true);
  });
});
