import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openEmbedded } from "#platform/db/embedded.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";

async function withTable() {
  const db = openEmbedded(":memory:");
  await db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT UNIQUE, n INTEGER)");
  return db;
}
const insert = (name: string, n = 1) => ({
  sql: "INSERT INTO t (name, n) VALUES (?, ?) RETURNING id",
  args: [name, n],
});

describe("the embedded database", () => {
  it("reads rows by name and by position, and shows the names alone", async () => {
    const db = await withTable();
    await db.execute(insert("ann", 7));
    const { rows, columns } = await db.execute("SELECT id, name, n, NULL AS missing FROM t");
    expect(columns).toEqual(["id", "name", "n", "missing"]);
    const [row] = rows;
    expect([row?.["name"], row?.[2], row?.length]).toEqual(["ann", 7, 4]);
    expect({ ...row }).toEqual({ id: 1, name: "ann", n: 7, missing: null });
    expect(JSON.stringify(row)).toBe('{"id":1,"name":"ann","n":7,"missing":null}');
    expect(Array.prototype.slice.call(row)).toEqual([1, "ann", 7, null]);
    const twice = await db.execute("SELECT 1 AS a, 2 AS a");
    expect([twice.rows[0]?.["a"], twice.rows[0]?.[1]]).toEqual([1, 2]);
  });

  it("keeps a statement usable after an error, and over any number of rows", async () => {
    const db = await withTable();
    await db.execute(insert("ann"));
    await expect(db.execute(insert("ann"))).rejects.toThrow(/UNIQUE constraint failed/);
    for (let i = 0; i < 250; i++) await db.execute(insert(`name ${i}`, i));
    for (const limit of [0, 1, 99, 100, 101, 200, 251]) {
      const { rows } = await db.execute({ sql: "SELECT id FROM t LIMIT ?", args: [limit] });
      expect(rows).toHaveLength(limit);
    }
    const changed = await db.execute({ sql: "UPDATE t SET n = 0 WHERE id <= ?", args: [10] });
    expect(changed.rowsAffected).toBe(10);
  });

  it("sees a column that was added after a statement was prepared", async () => {
    const db = await withTable();
    await db.execute(insert("ann"));
    await db.execute("SELECT * FROM t");
    await db.execute("ALTER TABLE t ADD COLUMN later TEXT DEFAULT 'x'");
    const { rows } = await db.execute("SELECT * FROM t");
    expect(rows[0]?.["later"]).toBe("x");
  });

  it("runs a batch whole or not at all", async () => {
    const db = await withTable();
    const [first] = await db.batch([insert("ann"), insert("bob")]);
    expect(first?.rows[0]?.["id"]).toBe(1);
    await expect(db.batch([insert("cy"), insert("ann"), insert("di")])).rejects.toThrow(/UNIQUE/);
    const { rows } = await db.execute("SELECT name FROM t ORDER BY id");
    expect(rows.map((row) => row["name"])).toEqual(["ann", "bob"]);
    await db.batch([insert("cy")], "write");
  });

  it("refuses what cannot be stored, and stores what looks alike", async () => {
    const db = await withTable();
    const put = (value: unknown) => db.execute({ sql: "SELECT ?", args: [value as never] });
    for (const value of [undefined, Number.NaN, Number.POSITIVE_INFINITY, {}, Symbol("x")]) {
      await expect(put(value)).rejects.toThrow(TypeError);
    }
    for (const [value, stored] of [
      [true, 1],
      [false, 0],
      [null, null],
      ["", ""],
      [2 ** 50, 2 ** 50],
      [1.5, 1.5],
      [5n, 5],
    ]) {
      expect((await put(value)).rows[0]?.[0]).toBe(stored);
    }
  });

  it("holds no lock between statements: another connection writes and takes the journal in", async () => {
    const { path, ...directory } = temporaryDirectory();
    const file = join(path, "shared.db");
    const [one, other] = [openEmbedded(file), openEmbedded(file, { timeoutMs: 100 })];
    await one.execute("PRAGMA journal_mode = WAL");
    await one.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT UNIQUE, n INTEGER)");
    for (let i = 0; i < 120; i++) await one.execute(insert(`name ${i}`));
    for (const limit of [1, 100, 120]) {
      await one.execute({ sql: "SELECT * FROM t LIMIT ?", args: [limit] });
      await one.execute(insert("name 1")).catch(() => undefined);
      await other.execute(insert(`other ${limit}`));
      const { rows } = await other.execute("PRAGMA wal_checkpoint(TRUNCATE)");
      expect([rows[0]?.[0], rows[0]?.[1]]).toEqual([0, 0]);
    }
    one.close();
    other.close();
    expect(existsSync(file)).toBe(true);
    directory.remove();
  });
});
