import { eq, sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import { bundleOf, filesOfBundle } from "#platform/db/bundled-migrations.ts";
import { isUniqueViolation, runBatch } from "#platform/db/db.ts";
import { type Asked, overObject, type Answered } from "#platform/db/over-object.ts";
import { inTally, newTally } from "#platform/db/tally.ts";
import { writtenOnce } from "#platform/db/written-once.ts";
import { readMigrations } from "#server/migrate.ts";

const pets = sqliteTable("pets", {
  id: integer("id").primaryKey(),
  name: text("name").notNull(),
  isTame: integer("is_tame", { mode: "boolean" }),
});

const nothing: Answered = { columns: [], rows: [], changes: 0, rowsRead: 0, rowsWritten: 0 };

/** A database that answers what it is answered to, and notes what it was asked, call by call. */
function database(...answers: (Partial<Answered> | Error)[]) {
  const calls: (readonly Asked[])[] = [];
  const db = overObject(async (asked) => {
    calls.push(asked);
    return asked.map(() => {
      const answer = answers.shift() ?? {};
      if (answer instanceof Error) throw answer;
      return { ...nothing, ...answer };
    });
  });
  return { db, calls };
}

describe("a database over a Durable Object", () => {
  it("gives rows by the names of their columns, and by position to queries that drizzle wrote", async () => {
    const answer = { columns: ["id", "name", "is_tame"], rows: [[1, "Rex", 1]] } as const;
    const { db } = database(answer, answer);
    expect(await db.select().from(pets)).toEqual([{ id: 1, name: "Rex", isTame: true }]);
    expect(await db.all(sql`SELECT * FROM pets`)).toEqual([{ id: 1, name: "Rex", is_tame: 1 }]);
  });

  it("keeps both columns where two have one name", async () => {
    const answer = { columns: ["id", "id"], rows: [[1, 2]] } as const;
    const { db } = database(answer, answer);
    const other = sqliteTable("other", { id: integer("id") });
    const rows = await db
      .select({ a: pets.id, b: other.id })
      .from(pets)
      .leftJoin(other, sql`1`);
    expect(rows).toEqual([{ a: 1, b: 2 }]);
  });

  it("binds booleans as numbers, and refuses what D1 refuses", async () => {
    const { db, calls } = database();
    await db.run(sql`UPDATE pets SET is_tame = ${true}, name = ${null} WHERE id = ${7}`);
    expect(calls).toEqual([[["UPDATE pets SET is_tame = ?, name = ? WHERE id = ?", [1, null, 7]]]]);
    for (const value of [undefined, {}, 1n, new Uint8Array(2)]) {
      await expect(async () => db.run(sql`SELECT ${sql.param(value)}`)).rejects.toThrow(
        "Failed query",
      );
    }
    expect(calls).toHaveLength(1);
  });

  it("asks a batch at once, raw statements and written ones alike, and tells what each changed", async () => {
    const byName = writtenOnce((db) =>
      db
        .select({ id: pets.id })
        .from(pets)
        .where(eq(pets.name, sql.placeholder("name"))),
    );
    const { db, calls } = database(
      { changes: 3, rowsWritten: 5 },
      { columns: ["id"], rows: [[4]] },
    );
    const results = await runBatch(db, [
      db.run(sql`DELETE FROM pets WHERE id > ${2}`),
      byName(db, { name: "Rex" }),
    ]);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.map(([, params]) => params)).toEqual([[2], ["Rex"]]);
    expect(results).toMatchObject([{ meta: { changes: 3 } }, [{ id: 4 }]]);
  });

  it("counts the rows of its statements, and takes no size for D1's", async () => {
    const { db } = database(
      { columns: ["id", "name", "is_tame"], rows: [[1, "Rex", 0]], rowsRead: 12 },
      { changes: 1, rowsRead: 2, rowsWritten: 4 },
    );
    const tally = newTally({});
    await inTally(tally, async () => {
      await db.select().from(pets);
      await db.insert(pets).values({ name: "Ada" });
    });
    expect(tally.used).toMatchObject({ statements: 2, rowsRead: 14, rowsWritten: 4 });
    expect(tally.bytes).toBeNull();
  });

  it("tells a violation by SQLite's words", async () => {
    const { db } = database(new Error("UNIQUE constraint failed: pets.name: SQLITE_CONSTRAINT"));
    const failed = await db
      .insert(pets)
      .values({ name: "Rex" })
      .catch((cause: unknown) => cause);
    expect(isUniqueViolation(failed)).toBe(true);
  });
});

it("migrations come out of the bundle to the byte, in their order", async () => {
  const files = (await readMigrations("drizzle")).map(({ name, sql: words }) => ({
    name,
    sql: words,
  }));
  expect(filesOfBundle(bundleOf(files))).toEqual(files);
  expect(filesOfBundle("")).toEqual([]);
});
