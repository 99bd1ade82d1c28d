// What broke, for the last page of the output: each failed test with its file, its name and the
// first line of its message, each file that failed outside of its tests, and each failed run with
// what broke in it.
// node .ci/told.cjs VITEST_REPORT FULL_OUTPUT
const { readFileSync } = require("node:fs");
const path = require("node:path");

const read = (file) => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};
/** Colours are taken out. */
const firstLine = (text) =>
  text
    // oxlint-disable-next-line no-control-regex
    .replace(/\x1b\[[0-9;]*m/g, "")
    .trim()
    .split("\n", 1)[0]
    .slice(0, 300);

const [report, full] = process.argv.slice(2);
const { testResults = [] } = JSON.parse(read(report) || "{}");
for (const { name, status, message, assertionResults } of testResults) {
  const file = path.relative(".", name);
  const failed = assertionResults.filter((test) => test.status === "failed");
  for (const { fullName, failureMessages } of failed) {
    console.log(`failed: ${file}: ${fullName.trim()}\n  ${firstLine(failureMessages[0] ?? "")}`);
  }
  // Of a file whose preparation failed, or whose process ended, no test says so.
  if (message || (status === "failed" && failed.length === 0))
    console.log(`failed: ${file}\n  ${firstLine(message || "did not come to its end")}`);
}
// Below each run stands what broke in it.
const runs = /^failed: .+; alone: npm run test:full -- .+(?:\n {2}.+)*/gm;
for (const block of read(full).match(runs) ?? []) console.log(block);
