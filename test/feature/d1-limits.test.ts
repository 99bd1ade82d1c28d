import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { runBatch } from "#platform/db/db.ts";
import { openTestDatabase } from "#test/support/database.ts";

/** What D1 refuses is refused by the libSQL of the other tests as well, so that most of them need no D1. */
async function open() {
  const { db, client, kind } = await openTestDatabase();
  onTestFinished(() => client.close());
  return { db, kind };
}

const rejection = (promise: PromiseLike<unknown>) =>
  Promise.resolve(promise).then(
    () => "",
    (error: Error) => `${error.message} ${String(error.cause)}`,
  );

const inList = (values: readonly unknown[]) =>
  sql`SELECT id FROM leads WHERE id IN (${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`;

test("takes 100 parameters in a statement, and no more", async () => {
  const { db } = await open();
  const hundred = Array.from({ length: 100 }, (_, i) => i);
  expect(await db.all(inList(hundred))).toEqual([]);
  expect(await rejection(db.all(inList([...hundred, 100])))).toContain("too many SQL variables");
  expect(await rejection(runBatch(db, [db.all(inList([...hundred, 100]))]))).toContain(
    "too many SQL variables",
  );
});

test.for([
  ["undefined", undefined],
  ["a bigint", 1n],
  ["a date", new Date(0)],
  ["an object", {}],
  ["a list", [1]],
] as const)("binds no %s", async ([, value]) => {
  const { db } = await open();
  expect(await rejection(db.all(sql`SELECT ${sql.param(value)} AS value`))).toContain(
    "D1_TYPE_ERROR",
  );
});

test("binds no text above 2 MB", async () => {
  const { db } = await open();
  const length = async (text: string) => db.all<{ n: number }>(sql`SELECT length(${text}) AS n`);
  expect(await length("é".repeat(1_000_000))).toEqual([{ n: 1_000_000 }]);
  expect(await rejection(length("é".repeat(1_200_000)))).toContain("too big");
});

test("takes a statement of nearly 100 kB, and no longer one", async () => {
  const { db } = await open();
  const long = (bytes: number) => sql.raw(`SELECT '${"x".repeat(bytes - 14)}' AS x`);
  expect(await db.all(long(99_980))).toHaveLength(1);
  expect(await rejection(db.all(long(100_001)))).toContain("statement too long");
});

test("reads no two columns of one name in a batch", async () => {
  const { db, kind } = await open();
  const twice = db.all(sql`SELECT 1 AS id, 2 AS id`);
  if (kind === "d1") expect(await runBatch(db, [twice])).toEqual([[{ id: 2 }]]);
  else expect(await rejection(runBatch(db, [twice]))).toContain("two of a batch are named id");
});
