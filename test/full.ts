import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { UNPROVEN } from "#test/faults/ledger.ts";
import { type FullRun, RUNS } from "#test/support/full-runs.ts";
import { has, isGiven } from "#test/support/needs.ts";
import { whatBroke } from "#test/support/what-broke.ts";

/*
 * `npm run test:full`: what takes too long for `npm test`. With names, these runs alone; with
 * `--ci`, what `.ci/run` has; `--list` names them. Two go side by side, since most of them wait,
 * but for those that measure time; `--lanes 1` runs them one after the other.
 */
const { values, positionals } = parseArgs({
  options: {
    ci: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    lanes: { type: "string", default: "2" },
  },
  allowPositionals: true,
});

type Verdict = {
  readonly name: string;
  readonly seconds: number;
  readonly how: "passed" | "failed" | "skipped";
  readonly note: string;
  /** What it said of its failure. */
  readonly broke: readonly string[];
};

const unknown = positionals.filter((name) => !RUNS.some((run) => run.name === name));
const chosen = RUNS.filter(({ name, of }) =>
  positionals.length > 0
    ? positionals.includes(name)
    : of === "both" || of === (values.ci ? "ci" : "whole"),
);

if (unknown.length > 0) {
  console.error(`No run is named ${unknown.join(", ")}. npm run test:full -- --list names them.`);
  process.exitCode = 1;
} else if (values.list) {
  for (const { name, program, env = {} } of chosen) {
    const set = Object.entries(env).map(([key, value]) => `${key}=${value} `);
    console.log(`${name.padEnd(20)} ${set.join("")}${program.join(" ")}`);
  }
} else await runAll();

async function runAll(): Promise<void> {
  const began = performance.now();
  const verdicts = await inLanes(chosen.filter(({ alone }) => !alone));
  for (const run of chosen.filter(({ alone }) => alone)) verdicts.push(await attempt(run));
  tell(verdicts, secondsSince(began));
}

/** Each lane takes the next run when it is done with one. */
async function inLanes(runs: readonly FullRun[]): Promise<Verdict[]> {
  const waiting = [...runs];
  const verdicts: Verdict[] = [];
  const lane = async (): Promise<void> => {
    for (let run = waiting.shift(); run; run = waiting.shift()) verdicts.push(await attempt(run));
  };
  await Promise.all(Array.from({ length: Math.max(1, Number(values.lanes)) }, lane));
  return verdicts;
}

/** Runs it; again, with other draws, when it ends without a proof, and thrice at most. */
async function attempt(run: FullRun): Promise<Verdict> {
  const missing = (run.needs ?? []).filter((part) => !has(part));
  if (missing.length > 0 && (process.env["CI"] !== "true" || missing.every(isGiven))) {
    const note = `${missing.join(" and ")} not found`;
    return { name: run.name, seconds: 0, how: "skipped", note, broke: [] };
  }
  const began = performance.now();
  for (let times = 1; ; times++) {
    const { status, said } = await once(run);
    if (status === UNPROVEN && times < 3) continue;
    const note = times > 1 ? `run ${times} times` : "";
    const how = status === 0 ? "passed" : "failed";
    const broke = status === 0 ? [] : whatBroke(said);
    return { name: run.name, seconds: secondsSince(began), how, note, broke };
  }
}

/** Its words come at its end, so that those of two runs never mix. */
function once({ name, program, env }: FullRun): Promise<{ status: number | null; said: string }> {
  const child = spawn(process.execPath, [...program], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  const said: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => void said.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => void said.push(chunk));
  const began = performance.now();
  return new Promise((resolve) => {
    child.on("close", (status) => {
      console.log(`\n== ${name} (${secondsSince(began)} s)`);
      process.stdout.write(Buffer.concat(said));
      resolve({ status, said: Buffer.concat(said).toString() });
    });
  });
}

function secondsSince(began: number): number {
  return Math.round((performance.now() - began) / 1_000);
}

function tell(verdicts: readonly Verdict[], wall: number): void {
  console.log();
  for (const { name, seconds, how, note } of verdicts) {
    console.log(`${name.padEnd(22)} ${how.padEnd(8)} ${String(seconds).padStart(5)} s  ${note}`);
  }
  const sum = verdicts.reduce((total, { seconds }) => total + seconds, 0);
  const count = (how: Verdict["how"]): number => verdicts.filter((one) => one.how === how).length;
  console.log(`\n${sum} s of runs in ${wall} s`);
  const skipped = count("skipped") > 0 ? `, ${count("skipped")} skipped` : "";
  console.log(`${count("passed")} passed, ${count("failed")} failed${skipped}`);
  for (const { name, how, broke } of verdicts) {
    if (how !== "failed") continue;
    console.log(`failed: ${name}; alone: npm run test:full -- ${name}`);
    for (const line of broke) console.log(`  ${line}`);
  }
  process.exitCode = count("failed") > 0 ? 1 : 0;
}
