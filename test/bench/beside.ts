import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installVersion } from "#test/support/earlier-version.ts";
import { EARLIER_COMMIT } from "#test/support/needs.ts";
import { BENCHES } from "./benches.ts";
import { type Figure, type Measurement, report } from "./report.ts";

/*
 * `npm run bench:beside [-- --of COMMIT] [--only NAME,NAME] [--rounds N]`: benchmarks of an earlier version,
 * which is installed from its commit with the packages of its own lock file, and of this one, by turns in
 * one run. Each figure that both tell is compared: rates and ratios may fall by 3 %, times may grow by as much.
 */
const { values } = parseArgs({
  options: {
    of: { type: "string", default: EARLIER_COMMIT },
    only: { type: "string", default: "tick,send,api,track" },
    rounds: { type: "string", default: "3" },
  },
});
const names = values.only.split(",");
const folder = await mkdtemp(join(tmpdir(), "outrider-beside-"));
const earlier = join(folder, "earlier");
try {
  await installVersion(values.of, earlier, { tools: true });
  for (const bench of BENCHES.filter(({ name }) => names.includes(name))) {
    const theirs: (readonly Figure[])[] = [];
    const ours: (readonly Figure[])[] = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      theirs.push(figuresOf(bench.name, earlier, bench.args));
      ours.push(figuresOf(bench.name, process.cwd(), bench.args));
    }
    console.log(`\n== ${bench.name}, this version and ${values.of}`);
    report(compared(bench.name, ours, theirs));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

function figuresOf(name: string, root: string, args: readonly string[]): readonly Figure[] {
  const file = join(folder, "figures.ndjson");
  spawnSync(process.execPath, [join("test", "bench", `${name}.ts`), ...args], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, BENCH_REPORT: file },
  });
  if (!existsSync(file)) throw new Error(`${name} told nothing in ${root}`);
  const lines = readFileSync(file, "utf8").trim().split("\n");
  rmSync(file);
  // Written by `report`.
  return lines.flatMap((line) => JSON.parse(line) as Figure[]);
}

type Rounds = readonly (readonly Figure[])[];

/** Where both tell a ratio to the same rival, that: it says the same on a machine that is busy besides. */
function compared(bench: string, ours: Rounds, theirs: Rounds): Measurement[] {
  const of = (rounds: Rounds, { what, unit }: Figure, by: "value" | "ratio"): number[] =>
    rounds.flatMap((figures) => {
      const found = figures.find((figure) => figure.what === what && figure.unit === unit);
      return found?.[by] ?? [];
    });
  return (ours[0] ?? []).flatMap((figure) => {
    const { what, unit, rival: against } = figure;
    const by = of(theirs, figure, "ratio").length > 0 ? "ratio" : "value";
    const rival = of(theirs, figure, by);
    if (rival.length === 0) return [];
    return [
      {
        what: `${bench}: ${what}`,
        unit: by === "ratio" ? `${unit}, of ${against}` : unit,
        rounds: of(ours, figure, by),
        rival: { name: values.of, rounds: rival },
        aim: /\/(CPU )?s$/.test(unit) ? { least: 0.97 } : { most: 1.03 },
      },
    ];
  });
}
