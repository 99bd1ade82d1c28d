import { expect, test } from "vitest";
import { refusedByD1 } from "#test/support/d1.ts";
import { recordedStatements } from "#test/support/statements.ts";

test("D1 prepares every statement that the feature tests ran on libSQL", async ({ skip }) => {
  const statements = recordedStatements();
  if (statements.length === 0) skip("no feature test ran before this one");
  expect(await refusedByD1(statements)).toEqual([]);
  console.log(`${statements.length} distinct statements prepared on D1`);
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
