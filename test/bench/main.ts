import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pkg from "#package.json" with { type: "json" };
import { BENCHES } from "./benches.ts";
import { median } from "./median.ts";
import { FIGURES_PAGE, figuresPage } from "./page.ts";
import type { Figure } from "./report.ts";

/*
 * `npm run bench [-- --quick | --page] [--only NAME,NAME]`: every benchmark, one after the other, and one
 * summary of them with the machine that it was, as a table and in `dist/bench.json`. `--quick` takes
 * small inputs: it shows that everything runs, not how fast. Fails when one of them does not run to
 * its end; an aim that is missed is told. `--page` writes the figures of those that ran into their
 * page, and leaves what the page has of others.
 */
const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    page: { type: "boolean", default: false },
    only: { type: "string" },
  },
});
if (values.quick && values.page) throw new Error("--quick measures too little for the page");
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
  const figures =
    text === "" ? [] : text.split("\n").flatMap((line) => JSON.parse(line) as Figure[]);
  const seconds = Math.round((performance.now() - began) / 1_000);
  const missed = figures.filter(({ met }) => met === false).length;
  // Some end with an error where they miss an aim.
  const ran = figures.length > 0 && (status === 0 || missed > 0);
  return { bench: name, ran, seconds, load, figures };
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
  results.map(({ bench, ran, seconds, load, figures }) => ({
    bench,
    ran: ran ? "yes" : "FAILED",
    seconds,
    "load before": Number(load.toFixed(1)),
    figures: figures.length,
    ratios: told(figures.flatMap(({ ratio }) => ratio ?? [])),
    "spread %": told(figures.flatMap(({ spread_percent }) => spread_percent ?? [])),
    "aims met": `${figures.filter(({ met }) => met).length} of ${figures.filter(({ aim }) => aim).length}`,
  })),
);
for (const { bench, figures } of results) {
  for (const { what, value, unit, rival, ratio, aim, met } of figures) {
    if (met !== false) continue;
    const of = rival === null ? "" : `, ${ratio} of ${rival}`;
    console.log(`aim missed: ${bench}: ${what}: ${value} ${unit}${of}, where ${aim} is the aim`);
  }
}
console.log("The whole of it: dist/bench.json");
if (values.page) {
  const before = existsSync(FIGURES_PAGE) ? readFileSync(FIGURES_PAGE, "utf8") : "";
  const date = new Date().toISOString().slice(0, 10);
  const runs = results.filter(({ ran }) => ran);
  writeFileSync(FIGURES_PAGE, figuresPage(before, runs, { date, version: pkg.version, machine }));
  console.log(`Written: ${FIGURES_PAGE}`);
}
process.exitCode = results.every(({ ran }) => ran) ? 0 : 1;

/** From the least to the greatest, and the middle one. */
function told(numbers: readonly number[]): string {
  if (numbers.length === 0) return "";
  return `${Math.min(...numbers)} to ${Math.max(...numbers)}, median ${median(numbers)}`;
}
