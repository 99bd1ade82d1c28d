import { spawnSync } from "node:child_process";
import { styleText } from "node:util";

/** `npm run check`: every reading of the source that needs no run of it, all of them even after a failure. */
const CHECKS = [
  ["format", "node_modules/oxfmt/bin/oxfmt", ["--check", "."]],
  ["lint", "node_modules/oxlint/bin/oxlint", []],
  ["types", "node_modules/typescript/bin/tsc", ["-p", "."]],
  ["types of the dashboard", "node_modules/typescript/bin/tsc", ["-p", "src/dashboard"]],
  ["fences", "src/house/check-fences.ts", []],
  ["patterns", "src/check-patterns.ts", []],
  ["unused", "node_modules/knip/bin/knip.js", ["--no-progress"]],
  ["house", "src/house/house.ts", []],
  ["words", "src/dashboard/words/build/check.ts", []],
] as const;

const failed = CHECKS.filter(([name, program, args]) => {
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const verdict = status === 0 ? styleText("green", "ok") : styleText("red", "failed");
  console.log(`${name.padEnd(22)} ${verdict} (${seconds} s)`);
  if (status !== 0) console.log(`${stdout}${stderr}`.trimEnd());
  return status !== 0;
});

if (failed.length > 0) {
  const names = failed.map(([name]) => name).join(", ");
  console.log(`\n${failed.length} of ${CHECKS.length} checks failed: ${names}`);
  if (failed.some(([name]) => name === "format")) console.log("npm run format fixes the format.");
  process.exitCode = 1;
}
