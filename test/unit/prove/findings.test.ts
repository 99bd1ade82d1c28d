import { expect, test } from "vitest";
import { figureOf, type Finding, holds } from "#test/prove/findings.ts";

const repeated = (found: number): Finding => ({ what: "repeated", found, must: { be: 0 } });
const threaded = (found: number): Finding => ({ what: "threaded %", found, must: { least: 99 } });

test("a proof that holds ends with its figures and what they are of", () => {
  const proven = { findings: [repeated(0), threaded(99.4)], of: "60 clients" };
  expect(figureOf("moving", proven)).toBe("moving: repeated 0, threaded % 99.4 (60 clients)");
});

test("a proof that fails names what does not hold, and what it must be", () => {
  const proven = { findings: [repeated(2), threaded(98), threaded(99)], of: "60 clients" };
  expect(figureOf("moving", proven)).toBe(
    "moving: FAILED: repeated 2, not 0; threaded % 98, not >= 99 (60 clients)",
  );
});

test("a proof that found nothing has failed", () => {
  expect(figureOf("moving", { findings: [], of: "nothing" })).toContain("FAILED");
});

test.each([
  [{ be: 3 }, 3, true],
  [{ be: 3 }, 2, false],
  [{ least: 3 }, 3, true],
  [{ least: 3 }, 2.9, false],
  [{ most: 3 }, 3, true],
  [{ most: 3 }, 3.1, false],
  [{ be: 0 }, Number.NaN, false],
])("what must be %o holds at %d: %s", (must, found, expected) => {
  expect(holds({ what: "it", found, must })).toBe(expected);
});
