import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ANCHORS, MUTANT_NAMES } from "#test/faults/copy.ts";
import { PROOFS } from "#test/prove/proofs.ts";
import { RUNS } from "#test/support/full-runs.ts";

const byName = (a = "", b = ""): number => a.localeCompare(b);
const ci = RUNS.filter(({ of }) => of !== "whole").map(({ program }) => program);

test("each run of test:full has a name of its own", () => {
  const names = RUNS.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

test("test:full runs every file of test/full", () => {
  const files = readdirSync("test/full").filter((name) => name.endsWith(".test.ts"));
  const programs = RUNS.filter(({ of }) => of !== "ci").flatMap(({ program }) => program);
  // The demo's is the short form of three runs of its program.
  const missing = files.filter(
    (name) => name !== "demo.test.ts" && !programs.includes(`test/full/${name}`),
  );
  expect(missing).toEqual([]);
});

test("test:full runs every proof whole", () => {
  const programs = RUNS.filter(({ of }) => of !== "ci").map(({ program }) => program);
  const whole = programs.flatMap(([file, ...args]) =>
    file === "test/prove/main.ts" && args.length === 1 ? args : [],
  );
  expect(whole.toSorted(byName)).toEqual(Object.keys(PROOFS).toSorted(byName));
});

test("--ci runs every fault plan, and every mutant once", () => {
  const plans = [
    ...readFileSync("test/faults/main.ts", "utf8").matchAll(/import\("\.\/(.+)\.ts"\)/g),
  ];
  const held = ci.filter((program) => !program.includes("--mutant")).map(([, plan]) => plan);
  expect(plans.map(([, plan]) => plan).filter((plan) => !held.includes(plan))).toEqual([]);
  const mutants = ci.flatMap((program) => {
    const at = program.indexOf("--mutant");
    return at < 0 ? [] : [program[at + 1]];
  });
  expect(mutants.toSorted(byName)).toEqual(MUTANT_NAMES.toSorted(byName));
});

test.each(ANCHORS)("$file holds what a fault plan changes, once: $from", ({ file, from }) => {
  expect(readFileSync(file, "utf8").split(from)).toHaveLength(2);
});
