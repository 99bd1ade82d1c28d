import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { openLibsql, overLibsql } from "#platform/db/libsql.ts";
import type { Db } from "#platform/db/db.ts";
import { asId, unixMs, type WorkspaceId } from "#platform/rules/ids.ts";
import { type Migration, readMigrations } from "#server/migrate.ts";
import { workspaceFiles } from "#server/workspaces/workspace-files.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";

const NOTES: Migration = {
  name: "0000_notes.sql",
  sql: "CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT, note TEXT NOT NULL)",
  hash: "1",
};
const LATER: Migration = {
  name: "0001_later.sql",
  sql: "ALTER TABLE notes ADD by TEXT",
  hash: "2",
};

const ids = (n: number): WorkspaceId[] => Array.from({ length: n }, (_, i) => asId(i + 1));

function world() {
  const directory = temporaryDirectory();
  const clock = { now: 1_000_000 };
  const client = openLibsql(":memory:");
  const first: Db = overLibsql(client);
  const opened: ReturnType<typeof workspaceFiles>[] = [];
  onTestFinished(async () => {
    for (const files of opened) await files.close();
    client.close();
    directory.remove();
  });
  return {
    path: directory.path,
    clock,
    first,
    open: (n: number, migrations: readonly Migration[] = [NOTES], mostOpen = 2) => {
      const files = workspaceFiles({
        directory: directory.path,
        first,
        ids: ids(n),
        migrations,
        log: () => undefined,
        now: () => clock.now,
        mostOpen,
      });
      opened.push(files);
      return files;
    },
  };
}

/** Files whose log holds something: a closed one's is empty. */
const logsIn = (path: string): number =>
  readdirSync(path).filter((name) => name.endsWith("-wal") && statSync(join(path, name)).size > 0)
    .length;

const add = (db: Db, note: string) => db.run(sql`INSERT INTO notes (note) VALUES (${note})`);
const notes = async (db: Db) =>
  (await db.all<{ note: string }>(sql`SELECT note FROM notes ORDER BY id`)).map(({ note }) => note);

describe("the files of workspaces", () => {
  it("keep what was written while many more are in use than may be open, and are whole when closed", async () => {
    const { open, path } = world();
    const files = open(7);
    await Promise.all(
      Array.from({ length: 70 }, (_, i) => add(files.of(asId((i % 7) + 1)), `note ${i}`)),
    );
    expect(logsIn(path)).toBeLessThanOrEqual(2);
    const all = await Promise.all(files.all().slice(1).map(notes));
    expect(all.flat()).toHaveLength(70);
    expect(all[3]).toEqual(Array.from({ length: 10 }, (_, i) => `note ${i * 7 + 3}`));
    await files.close();
    expect(logsIn(path)).toBe(0);
  });

  it("are migrated when they are used next, and ids of two never meet", async () => {
    const { open } = world();
    const before = open(2);
    await add(before.of(asId(1)), "one");
    await add(before.of(asId(2)), "two");
    await before.close();
    const after = open(2, [NOTES, LATER]);
    for (const id of ids(2)) {
      const rows = await after.of(id).all(sql`SELECT id, by FROM notes`);
      expect(rows).toMatchObject([{ id: id * 1_000_000_000 + 1, by: null }]);
    }
  });

  it("go with their workspace, and a workspace that is gone or unknown has rows in none", async () => {
    const { open, path, first } = world();
    const files = open(2);
    const gone = files.of(asId(2));
    await add(gone, "two");
    await files.remove?.(asId(2));
    expect(existsSync(join(path, "2.db"))).toBe(false);
    expect(files.of(asId(2))).toBe(first);
    await expect(notes(gone)).rejects.toThrow("Failed query");
    expect(existsSync(join(path, "2.db"))).toBe(false);
    expect(files.all()).toHaveLength(2);
  });

  it("of a new workspace begin empty, whatever lies at their place", async () => {
    const { open, path, clock } = world();
    const files = open(0);
    writeFileSync(join(path, "1.db"), "of somebody else");
    files.add?.(asId(1));
    await add(files.of(asId(1)), "mine");
    expect(await notes(files.of(asId(1)))).toEqual(["mine"]);
    expect(existsSync(join(path, `1.db.stray-${clock.now}`))).toBe(true);
  });

  it("come with every tick for two minutes after a write that was no tick's, and once a minute else", async () => {
    const { open, clock } = world();
    const files = open(3);
    const due = () => (files.due?.(unixMs(clock.now)) ?? []).map((db) => files.all().indexOf(db));
    const tick = async () => {
      const now = due();
      for (const at of now) {
        const db = files.all()[at];
        if (db) await files.turn?.(db, async () => void (await add(db, "swept")));
      }
      return now;
    };
    expect(await tick()).toEqual([1, 2, 3]);
    clock.now += 5_000;
    expect(await tick()).toEqual([]);
    await add(files.of(asId(2)), "by a person");
    expect(await tick()).toEqual([2]);
    clock.now += 56_000;
    expect(await tick()).toEqual([2, 1, 3]);
    clock.now += 65_000;
    expect(new Set(await tick())).toEqual(new Set([1, 2, 3]));
    clock.now += 5_000;
    expect(await tick()).toEqual([]);
  });

  it("hold the schema of the sources", async () => {
    const { open } = world();
    const files = open(2, await readMigrations("drizzle"));
    const db = files.of(asId(1));
    await db.run(sql`INSERT INTO lists (workspace_id, name, created_at) VALUES (1, 'List', 0)`);
    expect(await db.all(sql`SELECT id FROM lists`)).toMatchObject([{ id: 1_000_000_001 }]);
    // The second one begins as a copy of the same empty file.
    const other = files.of(asId(2));
    await other.run(sql`INSERT INTO lists (workspace_id, name, created_at) VALUES (2, 'List', 0)`);
    expect(await other.all(sql`SELECT id FROM lists`)).toMatchObject([{ id: 2_000_000_001 }]);
  });
});
