import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "#test/support/node-host.ts";

const RED = "\u001B[31m";

test("the end of .ci/run names each failed test with its message, each broken file and each failed run", () => {
  const directory = temporaryDirectory();
  const { path } = directory;
  onTestFinished(() => directory.remove());
  const report = join(path, "vitest.json");
  const full = join(path, "full.txt");
  const tell = () => execFileSync(process.execPath, [".ci/told.cjs", report, full]).toString();
  // Where nothing was run, other lines say so.
  expect(tell()).toBe("");
  const passed = { fullName: " holds", status: "passed", failureMessages: [] };
  const failed = {
    fullName: " a campaign completes",
    status: "failed",
    failureMessages: [`${RED}AssertionError: expected 1 to be 2${RED}\n    at x.ts:1:1`],
  };
  const file = (name: string, status: string, message: string, assertionResults: unknown[]) => ({
    name: join(process.cwd(), `test/${name}.test.ts`),
    status,
    message,
    assertionResults,
  });
  const testResults = [
    file("good", "passed", "", [passed]),
    file("bad", "failed", "", [passed, failed]),
    file("unprepared", "failed", "no port is free\n    at y.ts:2:2", []),
    file("unfinished", "failed", "", [passed]),
  ];
  writeFileSync(report, JSON.stringify({ testResults }));
  writeFileSync(
    full,
    "failed: in words of a run\n3 passed, 1 failed\nfailed: soak-short; alone: npm run test:full -- soak-short\n",
  );
  expect(tell().split("\n")).toEqual([
    "failed: test/bad.test.ts: a campaign completes",
    "  AssertionError: expected 1 to be 2",
    "failed: test/unprepared.test.ts",
    "  no port is free",
    "failed: test/unfinished.test.ts",
    "  did not come to its end",
    "failed: soak-short; alone: npm run test:full -- soak-short",
    "",
  ]);
});
