import { spawnSync } from "node:child_process";
import { UNPROVEN } from "#test/faults/ledger.ts";
import { has } from "#test/support/needs.ts";

/** The demo's own program; other runs name theirs. */
const DEMO = ["test/demo/main.ts"];
const VITEST = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/vitest.config.ts"];

const faults = (...args: string[]) => ({
  name: `faults ${args.join(" ")}`,
  program: ["test/faults/main.ts"],
  args,
});

/**
 * `npm run test:full`: the demo whole, on each host and against real mail servers, a month of
 * warmup, and the fault plans with what they must catch.
 */
const RUNS = [
  {
    name: "deployment, images, updates",
    program: ["node_modules/vitest/vitest.mjs", "run", "--config", "test/vitest.full.config.ts"],
    args: [],
  },
  { name: "demo on Node", args: ["--host", "node", "--leads", "500"] },
  { name: "demo in workerd", args: ["--host", "worker", "--leads", "500"] },
  {
    name: "demo against Dovecot and Postfix",
    args: ["--host", "node", "--leads", "500", "--mail", "dovecot"],
    needs: ["dovecot", "postfix"],
  },
  {
    name: "a month of warmup against Dovecot",
    program: [...VITEST, "--project", "companion", "test/companion/warmup-month.test.ts"],
    args: [],
    env: { WARMUP_DAYS: "30" },
    needs: ["dovecot", "openssl"],
  },
  {
    name: "sending, uploads and tracking over a libSQL server",
    program: [...VITEST, "--project", "feature"],
    args: ["sending", "leads-upload", "tracking", "threads"].map(
      (name) => `test/feature/${name}.test.ts`,
    ),
    env: { TEST_DATABASE: "server" },
  },
  // Their long forms are `npm run faults -- NAME` with greater numbers.
  faults("sends", "--sends", "2000", "--kills", "12"),
  faults("sends", "--host", "worker", "--sends", "600", "--kills", "6"),
  // Unclear mails that people send again.
  faults("sends", "--again", "--sends", "600", "--kills", "6"),
  faults("points", "--crashes", "2"),
  faults("clock", "--zones", "2"),
  faults("restore"),
  // A hosted app whose companion's disk is lost at each of its deaths.
  faults("sends", "--host", "worker", "--wipe", "--sends", "400", "--kills", "6"),
  faults("restore", "--host", "worker", "--wipe", "--sends", "300"),
  faults("restore", "--sends", "150", "--gap", "1"),
  faults("points", "--wipe", "--crashes", "1"),
  faults("races", "--sends", "600", "--pauses", "12"),
  faults("stall", "--sends", "600", "--stalls", "2"),
  faults("imap", "--mails", "600", "--kills", "6"),
  faults("disk", "--sends", "400", "--rounds", "3"),
  faults("dns", "--leads", "1500", "--kills", "3"),
  faults("queue", "--leads", "300"),
  faults("database", "--leads", "200"),
  faults("cron", "--leads", "300"),
  faults("storms", "--sends", "600"),
  faults("storms", "--host", "worker", "--sends", "300"),
  faults("sends", "--earlier", "--sends", "600", "--kills", "6"),
  faults("warmup", "--days", "4"),
  faults("soak", "--minutes", "2"),
  // What each plan would miss without the promise that it proves.
  faults("sends", "--mutant", "naive"),
  faults("sends", "--again", "--sends", "600", "--kills", "4", "--mutant", "pushy"),
  faults("points", "--point", "after_intent", "--mutant", "requeue"),
  faults("clock", "--zones", "1", "--mutant", "timeless"),
  faults("restore", "--mutant", "forgetful"),
  faults("restore", "--sends", "300", "--mutant", "deaf"),
  faults("restore", "--sends", "150", "--gap", "1", "--mutant", "local"),
  faults("restore", "--host", "worker", "--wipe", "--sends", "300", "--mutant", "homebound"),
  faults("races", "--mutant", "ungated"),
  faults("stall", "--sends", "600", "--stalls", "2", "--mutant", "unfenced"),
  faults("storms", "--sends", "300", "--mutant", "poisoned"),
  faults("imap", "--mails", "300", "--kills", "5", "--mutant", "eager"),
  faults("disk", "--sends", "400", "--rounds", "2", "--mutant", "polite"),
  faults("dns", "--leads", "1500", "--kills", "1", "--mutant", "credulous"),
  faults("warmup", "--days", "2", "--mutant", "naive"),
  faults("queue", "--leads", "100", "--mutant", "visited"),
  faults("cron", "--leads", "100", "--mutant", "hurried"),
  faults("database", "--leads", "120", "--mutant", "apart"),
  faults("webhooks", "--each", "1", "--events", "4", "--kills", "1", "--mutant", "followed"),
] as const;

/** Runs it; again, with other draws, when it ends without a proof, and thrice at most. */
function attempt(args: readonly string[], env: NodeJS.ProcessEnv, times = 1): string {
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit", env });
  if (status === UNPROVEN && times < 3) return attempt(args, env, times + 1);
  return (status === 0 ? "passed" : "failed") + (times > 1 ? ` (run ${times} times)` : "");
}

const verdicts = RUNS.map((run) => {
  const missing = "needs" in run ? run.needs.filter((part) => !has(part)) : [];
  if (missing.length > 0 && process.env["CI"] !== "true") {
    return { name: run.name, verdict: `skipped: ${missing.join(" and ")} not found` };
  }
  console.log(`\n== ${run.name}`);
  const program = "program" in run ? run.program : DEMO;
  const began = performance.now();
  const env = { ...process.env, ...("env" in run ? run.env : {}) };
  const ended = attempt([...program, ...run.args], env);
  const seconds = Math.round((performance.now() - began) / 1_000);
  return { name: run.name, verdict: `${ended} in ${seconds} s` };
});

console.log();
for (const { name, verdict } of verdicts) console.log(`${name.padEnd(52)} ${verdict}`);
const count = (start: string): number =>
  verdicts.filter(({ verdict }) => verdict.startsWith(start)).length;
const skipped = count("skipped") > 0 ? `, ${count("skipped")} skipped` : "";
console.log(`\n${count("passed")} passed, ${count("failed")} failed${skipped}`);
process.exitCode = count("failed") > 0 ? 1 : 0;
