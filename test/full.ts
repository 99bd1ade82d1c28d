import { spawnSync } from "node:child_process";
import { has } from "#test/support/needs.ts";

/** `npm run test:full`: the demo whole, on each host and against real mail servers. */
const RUNS = [
  { name: "demo on Node", args: ["--host", "node", "--leads", "500"] },
  { name: "demo in workerd", args: ["--host", "worker", "--leads", "500"] },
  {
    name: "demo against Dovecot and Postfix",
    args: ["--host", "node", "--leads", "500", "--mail", "dovecot"],
    needs: ["dovecot", "postfix"],
  },
] as const;

const verdicts = RUNS.map((run) => {
  const missing = "needs" in run ? run.needs.filter((part) => !has(part)) : [];
  if (missing.length > 0 && process.env["CI"] !== "true") {
    return { name: run.name, verdict: `skipped: ${missing.join(" and ")} not found` };
  }
  console.log(`\n== ${run.name}`);
  const { status } = spawnSync(process.execPath, ["test/demo/main.ts", ...run.args], {
    stdio: "inherit",
  });
  return { name: run.name, verdict: status === 0 ? "passed" : "failed" };
});

console.log();
for (const { name, verdict } of verdicts) console.log(`${name.padEnd(34)} ${verdict}`);
const count = (start: string): number =>
  verdicts.filter(({ verdict }) => verdict.startsWith(start)).length;
const skipped = count("skipped") > 0 ? `, ${count("skipped")} skipped` : "";
console.log(`\n${count("passed")} passed, ${count("failed")} failed${skipped}`);
process.exitCode = count("failed") > 0 ? 1 : 0;
