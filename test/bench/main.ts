import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Row } from "./report.ts";

/*
 * `npm run bench [-- --quick] [--only NAME,NAME]`: every benchmark, one after the other, and one
 * summary of them with the machine that it was, as a table and in `dist/bench.json`. `--quick` takes
 * small inputs: it shows that everything runs, not how fast.
 */
type Bench = {
  readonly name: string;
  /** Where it is, unless `test/bench/NAME.ts`. */
  readonly program?: string;
  readonly args: readonly string[];
  readonly quick: readonly string[];
};

/** Every benchmark, with its arguments here and in short. One more is a line here and a script. */
const BENCHES: readonly Bench[] = [
  { name: "api", args: [], quick: ["2000", "1", "1"] },
  { name: "send", args: [], quick: ["1000", "20"] },
  { name: "imap", args: [], quick: ["500", "10"] },
  { name: "track", args: [], quick: ["1", "1"] },
  { name: "webhooks", args: [], quick: ["20", "4"] },
  { name: "import", args: [], quick: ["--rows", "5000"] },
  { name: "leads", args: [], quick: ["10000"] },
  { name: "validate", args: ["--only", "ours"], quick: ["--small", "--only", "ours"] },
  { name: "validate-pure", args: [], quick: [] },
  { name: "tick", args: [], quick: ["20000"] },
  { name: "scale", args: [], quick: ["--leads", "10000"] },
  { name: "dashboard", program: "test/dashboard/speed.ts", args: [], quick: [] },
];

const { values } = parseArgs({
  options: { quick: { type: "boolean", default: false }, only: { type: "string" } },
});
const wanted = values.only?.split(",");
const benches = BENCHES.filter(({ name }) => wanted === undefined || wanted.includes(name));
if (benches.length === 0)
  throw new Error(`--only takes ${BENCHES.map(({ name }) => name).join(", ")}`);

mkdirSync("dist", { recursive: true });
const scratch = join("dist", "bench.ndjson");
const results = benches.map(({ name, program = `test/bench/${name}.ts`, args, quick }) => {
  console.log(`\n== ${name}`);
  rmSync(scratch, { force: true });
  const load = loadavg()[0] ?? 0;
  const began = performance.now();
  const { status } = spawnSync(process.execPath, [program, ...(values.quick ? quick : args)], {
    stdio: "inherit",
    env: { ...process.env, BENCH_REPORT: scratch },
  });
  const text = existsSync(scratch) ? readFileSync(scratch, "utf8").trim() : "";
  // Written by `report`.
  const rows = text === "" ? [] : text.split("\n").flatMap((line) => JSON.parse(line) as Row[]);
  const seconds = Math.round((performance.now() - began) / 1_000);
  return { bench: name, passed: status === 0 && rows.length > 0, seconds, load, rows };
});
rmSync(scratch, { force: true });

const [processor] = cpus();
const summary = {
  machine: {
    processor: processor?.model ?? "unknown",
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 1e9),
    node: process.version,
  },
  quick: values.quick,
  results,
};
writeFileSync(join("dist", "bench.json"), JSON.stringify(summary, null, 2));

const { machine } = summary;
console.log(
  `\n${machine.processor}, ${machine.cores} cores, ${machine.memory_gb} GB, Node ${machine.node}`,
);
console.table(
  results.map(({ bench, passed, seconds, load, rows }) => ({
    bench,
    ended: passed ? "well" : "FAILED",
    seconds,
    "load before": Number(load.toFixed(1)),
    ratios: ratiosOf(rows),
  })),
);
console.log("The whole of it: dist/bench.json");
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;

/** Every ratio of a bench, from the least to the greatest. */
function ratiosOf(rows: readonly Row[]): string {
  const found = rows
    .flatMap((row) => Object.entries(row))
    .filter(([name]) => /ratio/i.test(name))
    .map(([, value]) => Number(value))
    .filter((value) => Number.isFinite(value))
    .toSorted((a, b) => a - b);
  if (found.length === 0) return "";
  const middle = found[Math.floor(found.length / 2)];
  return `${found[0]} to ${found.at(-1)}, median ${middle}`;
}
