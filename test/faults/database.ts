import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { type Change, mutant, TWICE } from "./copy.ts";
import { conclude } from "./ledger.ts";
import { startMixed } from "./mixed.ts";

/*
 * `npm run faults -- database [--leads N]`: one write in fifteen says that the connection was lost, half
 * of them after their commit, and now and then the database stands still for three seconds, while the
 * product does all of its work with every queue message twice. Whatever is tried again has its effect
 * once, and nothing is left out.
 */
const { values } = parseArgs({
  options: { leads: { type: "string", default: "1000" }, mutant: { type: "string" } },
  allowPositionals: true,
});
const switchFile = join(tmpdir(), `outrider-database-${process.pid}`);
const FILE = "src/db/embedded.ts";
/** Fails while the file is there; the migrations and the first account are made in peace. */
const FAULTS: readonly Change[] = [
  {
    file: FILE,
    from: "function prepare(",
    to: `
const { appendFileSync, existsSync } = process.getBuiltinModule("node:fs");
const LOST = "D1_ERROR: Network connection lost.";
let isFaulty = false;
setInterval(() => (isFaulty = existsSync(${JSON.stringify(switchFile)})), 100).unref();
setInterval(() => {
  if (isFaulty) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
}, 15_000).unref();
function mayFail(share: number): void {
  if (!isFaulty || Math.random() >= share) return;
  appendFileSync(${JSON.stringify(switchFile)}, "x");
  throw new Error(LOST);
}
function prepare(`,
  },
  { file: FILE, from: "driver.exec(BEGIN[mode]);", to: "mayFail(0.03); driver.exec(BEGIN[mode]);" },
  { file: FILE, from: `driver.exec("COMMIT");`, to: `driver.exec("COMMIT"); mayFail(0.03);` },
  {
    file: FILE,
    from: "return resultOf(names, rows.map(rowOf), 0);",
    to: "if (!/^\\s*(?:select|with|pragma)/i.test(sql)) mayFail(driver.inTransaction ? 0 : 0.03); return resultOf(names, rows.map(rowOf), 0);",
  },
];

const mixed = await startMixed({ changes: [...mutant(values.mutant), TWICE, ...FAULTS] });
try {
  await mixed.begin(20);
  await mixed.settled(20_000);
  await writeFile(switchFile, "");
  await mixed.begin(Number(values.leads));
  const checks = await mixed.settled(30_000);
  const injected = (await readFile(switchFile, "utf8")).length;
  console.log(`${injected} writes said that the connection was lost`);
  conclude(
    "database",
    [...checks, ["too few writes failed to prove anything", injected >= 20]],
    values,
  );
} finally {
  await rm(switchFile, { force: true });
  await mixed.close();
  await rm(mixed.root, { recursive: true, force: true });
}
