import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { type Change, drawsFrom, mutant, removeTree, TWICE } from "./copy.ts";
import { endEarly } from "./early.ts";
import { conclude } from "./ledger.ts";
import { startMixed } from "./mixed.ts";
import { patienceMs } from "./world.ts";

/*
 * `npm run faults -- database [--leads N] [--seed N]`: writes say that the connection was lost, before
 * they begin or after their commit, each kind of write once each way and one in forty besides, a new
 * campaign and its step at once after their commit, and now and then the database stands still for three
 * seconds, while the product does all of its work with every queue message twice. Whatever is tried
 * again has its effect once, and nothing is left out.
 */
const { values } = parseArgs({
  options: {
    leads: { type: "string", default: "1000" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    mutant: { type: "string" },
  },
  allowPositionals: true,
});
const switchFile = join(tmpdir(), `outrider-database-${process.pid}`);
const FILE = "src/platform/db/embedded.ts";
/** Fails while the file is there; the migrations and the first account are made in peace. */
const FAULTS: readonly Change[] = [
  {
    file: FILE,
    from: "function prepare(",
    to: `
const { appendFileSync, existsSync } = process.getBuiltinModule("node:fs");
const LOST = "D1_ERROR: Network connection lost.";
// Asked each time: what a round begins with is over within a tenth of a second.
const isFaulty = (): boolean => existsSync(${JSON.stringify(switchFile)});
setInterval(() => {
  if (isFaulty()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
}, 15_000).unref();
${drawsFrom(values.seed)}
const uses = new Map<string, number>();
const failed = new Map<string, number>();
function mayFail(when: "before" | "after", write: string): void {
  if (!isFaulty()) return;
  const use = (uses.get(when + write) ?? 0) + 1;
  uses.set(when + write, use);
  // Not all the time: what fails again and again is tried ever later.
  const rests = use - (failed.get(when + write) ?? -20) < 20;
  // What is asked for once in a round would hardly ever be lost.
  const isAsked = when === "after" && /insert into "(?:campaigns|steps)"/i.test(write);
  if (use !== (isAsked ? 1 : 2) && (rests || draw() >= 0.05)) return;
  failed.set(when + write, use);
  appendFileSync(${JSON.stringify(switchFile)}, "x");
  throw new Error(LOST);
}
const textOf = (given: InStatement): string => typeof given === "string" ? given : given.sql;
function prepare(`,
  },
  {
    file: FILE,
    from: "  const client = {",
    to: `
  const alone = (given: InStatement): ResultSet => {
    const sql = textOf(given);
    if (!/\\b(?:insert|update|delete)\\b/i.test(sql)) return run(given);
    mayFail("before", sql);
    const result = run(given);
    mayFail("after", sql);
    return result;
  };
  const client = {`,
  },
  { file: FILE, from: "      run(typeof given", to: "      alone(typeof given" },
  {
    file: FILE,
    from: "return statements.map(run);\n      driver.exec(BEGIN[mode]);",
    to: `return statements.map(alone);
      const write = statements.map(textOf).join(";");
      mayFail("before", write);
      driver.exec(BEGIN[mode]);`,
  },
  {
    file: FILE,
    from: `driver.exec("COMMIT");`,
    to: `driver.exec("COMMIT"); mayFail("after", write);`,
  },
];

const mixed = await startMixed({ changes: [...mutant(values.mutant), TWICE, ...FAULTS] });
endEarly("database", values, mixed.brokenForGood);
try {
  await mixed.begin(20);
  await mixed.settled(20_000);
  await writeFile(switchFile, "");
  await mixed.begin(Number(values.leads));
  const checks = await mixed.settled(patienceMs(values.mutant));
  const injected = (await readFile(switchFile, "utf8")).length;
  console.log(`${injected} writes said that the connection was lost`);
  conclude(
    "database",
    [...checks, ["too few writes failed to prove anything", injected >= 20, "enough"]],
    values,
  );
} finally {
  await rm(switchFile, { force: true });
  await mixed.close();
  await removeTree(mixed.root);
}
