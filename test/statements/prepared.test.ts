import { expect, test } from "vitest";
import { isWrite } from "#platform/db/along-writes.ts";
import { openTestDatabase } from "#test/support/database.ts";
import { refusedByD1 } from "#test/support/d1.ts";
import { recordedStatements } from "#test/support/statements.ts";

test("D1 prepares every statement that the feature tests ran on libSQL", async ({ skip }) => {
  const statements = recordedStatements();
  if (statements.length === 0) skip("no feature test ran before this one");
  expect(await refusedByD1(statements)).toEqual([]);
  console.log(`${statements.length} distinct statements prepared on D1`);
});

/** Whether SQLite itself begins a transaction that writes. */
async function whetherWrites() {
  const { client } = await openTestDatabase();
  return async (sql: string): Promise<boolean> => {
    const { rows } = await client.execute(`EXPLAIN ${sql}`);
    return rows.some((row) => row["opcode"] === "Transaction" && row["p2"] !== 0);
  };
}

test("what writes is known by its text, of every statement that the feature tests ran", async ({
  skip,
}) => {
  const statements = recordedStatements();
  if (statements.length === 0) skip("no feature test ran before this one");
  const doesWrite = await whetherWrites();
  const wrong: string[] = [];
  for (const sql of statements) if ((await doesWrite(sql)) !== isWrite(sql)) wrong.push(sql);
  expect(wrong).toEqual([]);
});

test.for([
  [true, "INSERT INTO lists (name) VALUES ('select')"],
  [true, " replace into lists (id) values (1)"],
  [true, "WITH n AS (SELECT 1 AS id) INSERT OR IGNORE INTO lists (id) SELECT id FROM n"],
  [true, "WITH n AS (SELECT 1 AS id) UPDATE lists SET name = 'a' WHERE id IN (SELECT id FROM n)"],
  [true, "WITH n AS (SELECT 1 AS id) DELETE FROM lists WHERE id IN (SELECT id FROM n)"],
  [false, "WITH n AS (SELECT replace('a', 'b', 'c') AS deleted_at) SELECT deleted_at FROM n"],
  [false, "SELECT 'delete from lists'"],
  [false, "VALUES (1)"],
] as const)("%s: whether this writes: %s", async ([writes, sql]) => {
  expect([isWrite(sql), await (await whetherWrites())(sql)]).toEqual([writes, writes]);
});

test.for([
  ["a table that is not there", "SELECT * FROM nowhere"],
  ["a column that is not there", "UPDATE leads SET colour = ? WHERE id = ?"],
  ["101 columns", `SELECT ${Array.from({ length: 101 }, (_, i) => `${i} AS c${i}`).join(", ")}`],
  ["six SELECTs in one", Array.from({ length: 6 }, () => "SELECT 1").join(" UNION ALL ")],
  ["101 parameters", `SELECT ${Array.from({ length: 51 }, () => "? + ?").join(", ")}`],
] as const)("is told of a statement with %s, behind one that holds", async ([, planted]) => {
  const refused = await refusedByD1(["SELECT id FROM leads WHERE workspace_id = ?", planted]);
  expect(refused).toEqual([{ sql: planted, refusal: expect.stringMatching(/SQLITE_|D1_/) }]);
});
