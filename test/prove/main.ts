import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { figureOf, holds, linesOf } from "./findings.ts";
import { PROOFS } from "./proofs.ts";

/*
 * `npm run prove -- NAME [--quick] [--seed N]`: one proof; its last line is the figure. Without a
 * name all run, one after the other, and the last lines are their figures.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
  },
});
const seed = Number(values.seed);
const [name, ...more] = positionals;
if (!Number.isInteger(seed) || more.length > 0 || (name !== undefined && !PROOFS[name])) usage();
else if (name === undefined) runAll();
else await runOne(name);

async function runOne(proof: string): Promise<void> {
  const loaded = await PROOFS[proof]?.load();
  if (!loaded) return usage();
  const say = (line: string): void => console.log(line);
  const proven = await loaded.prove({ quick: values.quick, seed, say });
  console.table(linesOf(proven.findings));
  const held = proven.findings.length > 0 && proven.findings.every(holds);
  console.log(figureOf(proof, proven));
  // Servers and databases of a proof may hold the process.
  process.exit(held ? 0 : 1);
}

/** Each in a process of its own: none finds what another left. */
function runAll(): void {
  const options = [...(values.quick ? ["--quick"] : []), "--seed", `${seed}`];
  const ended = Object.keys(PROOFS).map((proof) => {
    console.log(`\n== ${proof}`);
    const { status, stdout } = spawnSync(
      process.execPath,
      [import.meta.filename, proof, ...options],
      { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 64 * 1024 * 1024 },
    );
    process.stdout.write(stdout);
    const last = stdout.trimEnd().split("\n").at(-1) ?? "";
    return { held: status === 0, line: last.startsWith(`${proof}: `) ? last : `${proof}: FAILED` };
  });
  console.log();
  for (const { line } of ended) console.log(line);
  process.exitCode = ended.every(({ held }) => held) ? 0 : 1;
}

function usage(): void {
  console.error("Usage: npm run prove -- [NAME] [--quick] [--seed N]");
  for (const [known, { shows }] of Object.entries(PROOFS)) console.error(`  ${known}: ${shows}`);
  process.exitCode = 2;
}
