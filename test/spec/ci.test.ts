import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { whatBroke } from "#test/support/what-broke.ts";
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
    [
      "failed: in words of a run",
      "  no line of ours",
      "3 passed, 2 failed",
      "failed: soak-short; alone: npm run test:full -- soak-short",
      "  BROKEN: a hit was counted twice",
      "failed: apart; alone: npm run test:full -- apart",
      "  test/feature/x.test.ts > a campaign completes: AssertionError: expected 1 to be 2",
      "  and 3 more",
      "",
    ].join("\n"),
  );
  expect(tell().split("\n")).toEqual([
    "failed: test/bad.test.ts: a campaign completes",
    "  AssertionError: expected 1 to be 2",
    "failed: test/unprepared.test.ts",
    "  no port is free",
    "failed: test/unfinished.test.ts",
    "  did not come to its end",
    "failed: soak-short; alone: npm run test:full -- soak-short",
    "  BROKEN: a hit was counted twice",
    "failed: apart; alone: npm run test:full -- apart",
    "  test/feature/x.test.ts > a campaign completes: AssertionError: expected 1 to be 2",
    "  and 3 more",
    "",
  ]);
});

test("a run that failed is told by its failed tests and their messages, as Vitest prints them", () => {
  const directory = temporaryDirectory();
  const { path } = directory;
  onTestFinished(() => directory.remove());
  writeFileSync(
    join(path, "planted.test.js"),
    `import { expect, test } from "vitest";
     test("holds", () => undefined);
     test.each([1, 2])("is %s", (n) => expect(n).toBe(3));`,
  );
  writeFileSync(join(path, "unread.test.js"), 'import "./nowhere.js";');
  const vitest = join(process.cwd(), "node_modules/vitest/vitest.mjs");
  const ran = spawnSync(process.execPath, [vitest, "run", "--root", path], {
    encoding: "utf8",
    env: { ...process.env, FORCE_COLOR: "1" },
  });
  expect(ran.status, ran.stdout).toBe(1);
  expect(whatBroke(ran.stdout + ran.stderr).toSorted()).toEqual([
    "planted.test.js > is 1: AssertionError: expected 1 to be 3 // Object.is equality",
    "planted.test.js > is 2: AssertionError: expected 2 to be 3 // Object.is equality",
    expect.stringMatching(/^unread\.test\.js .*: Error: .*nowhere\.js/),
  ]);
});

test("others are told by what they call broken, by their last lines, and never at length", () => {
  expect(whatBroke("sent 3\nBROKEN: a lead got step 2 twice\nBROKEN: 1 lost\nbye\n")).toEqual([
    "BROKEN: a lead got step 2 twice",
    "BROKEN: 1 lost",
  ]);
  expect(whatBroke("one\ntwo\n\n    at x.ts:1\nError: no port\n\n4\n5\n")).toEqual([
    "two",
    "at x.ts:1",
    "Error: no port",
    "4",
    "5",
  ]);
  const many = whatBroke(
    Array.from(
      { length: 40 },
      (_, i) => ` FAIL  |unit| a.test.ts > ${i}\nError: ${"x".repeat(999)}`,
    ).join("\n"),
  );
  expect(many).toHaveLength(13);
  expect(many.at(-1)).toBe("and 28 more");
  expect(many[0]).toMatch(/^a\.test\.ts > 0: Error: x{200,300}$/);
  expect(whatBroke("")).toEqual([]);
});
