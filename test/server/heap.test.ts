import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import flags from "#server/process-flags.json" with { type: "json" };

/** Holds some rows, and for a while many others, as a move, an import or a tick does. */
const CHURN = `
  const held = Array.from({ length: 300000 }, (_, i) => ({ i, text: "row " + i }));
  const some = [];
  let most = 0;
  for (let n = 0; n < 1500; n++) {
    some.push(Array.from({ length: 2000 }, (_, i) => ({ i, text: n + " " + i, of: held[i] })));
    if (some.length > 20) some.shift();
    most = Math.max(most, process.memoryUsage().heapUsed);
  }
  some.length = 0;
  gc();
  console.log(JSON.stringify({ most, left: process.memoryUsage().heapUsed, held: held.length }));
`;

it("the app's heap stays below three times what it holds, however much it lets go meanwhile", () => {
  const args = [...flags.app, "--expose-gc", "-e", CHURN];
  const said = execFileSync(process.execPath, args, { encoding: "utf8" });
  const { most, left } = JSON.parse(said) as { most: number; left: number };
  expect(most / left).toBeLessThan(3);
});
