import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holdsSeveralAddresses, normalizeEmail } from "#modules/leads/rules/email.ts";
import { leastCpuMs } from "#test/support/cpu-time.ts";

describe("the stored form of an address", () => {
  it.each([
    [" Ann@Example.COM ", "ann@example.com"],
    ["Ann Lee <Ann@Example.com>", "ann@example.com"],
    ['"Lee, Ann" < ann@example.com >', "ann@example.com"],
    ["<ann@example.com>", "ann@example.com"],
    ["mailto:ann@example.com", "ann@example.com"],
    ["ann\u200B@example.com\uFEFF", "ann@example.com"],
    ["\u00A0ann@example.com\u00A0", "ann@example.com"],
    ["Bu\u0308ro@Mu\u0308ller.de", "büro@müller.de"],
    ["odd but stored@host", "odd but stored@host"],
    ['"a@b"@example.com', '"a@b"@example.com'],
    ["x@y", "x@y"],
    ["bob@ex2.com,", "bob@ex2.com"],
    ["bob@ex2.com.", "bob@ex2.com"],
    ["; bob@ex2.com ;", "bob@ex2.com"],
    ["'ann@ex1.com'", "ann@ex1.com"],
    ['"ann@ex1.com"', "ann@ex1.com"],
    ["“ann@ex1.com”", "ann@ex1.com"],
    ["«ann@ex1.com»", "ann@ex1.com"],
    ["(ann@ex1.com)", "ann@ex1.com"],
    ["<ann@ex1.com", "ann@ex1.com"],
    ["ann@ex1.com>", "ann@ex1.com"],
    ["'Ann' <'ann@ex1.com'>,", "ann@ex1.com"],
    ["mailto:bob@ex2.com?subject=hi&cc=c@ex3.com", "bob@ex2.com"],
    ["bob@ex2.com?subject=hi", "bob@ex2.com"],
    ["\u202Abob@ex2.com\u202C", "bob@ex2.com"],
    ["\u200Ebob@ex2.com\u2069", "bob@ex2.com"],
    ["bob＠ex2．com", "bob@ex2.com"],
    ["ＢＯＢ@ex2.com", "bob@ex2.com"],
    ["ann@ex1.com <ann@ex1.com>", "ann@ex1.com"],
    ["ann@old.com <ann@new.com>", "ann@new.com"],
    ["o'brien@ex1.com", "o'brien@ex1.com"],
    ["a@[192.0.2.1]", "a@[192.0.2.1]"],
    ["ann@ex1.com (work)", "ann@ex1.com (work)"],
    ["ann@ex1.com [verified]", "ann@ex1.com"],
    ["[work] ann@ex1.com", "ann@ex1.com"],
    ["ann@ex1.com - valid", "ann@ex1.com"],
    ["Email: ann@ex1.com", "ann@ex1.com"],
    ["ann @ ex1.com", "ann@ex1.com"],
    ["ann@ ex1.com", "ann@ex1.com"],
    ["[ann@ex1.com](mailto:ann@ex1.com)", "ann@ex1.com"],
    ["ann lee@ex1.com", "ann lee@ex1.com"],
    ["Ann Lee - ann@ex1.com", "ann lee - ann@ex1.com"],
    ["a@b@c.example", "a@b@c.example"],
    ["what?@ex1.com", "what?@ex1.com"],
  ])("%j becomes %j", (given, stored) => {
    expect(normalizeEmail(given)).toBe(stored);
  });

  it.each([
    "",
    "   ",
    "ann",
    "@",
    "@example.com",
    "ann@",
    "ann@ ",
    " @ ",
    "Ann <>",
    "a\n@b",
    "a@b\0",
  ])("%j is no address", (given) => {
    expect(normalizeEmail(given)).toBeNull();
  });

  it.each([
    "ann@ex1.com; ann2@ex1.com",
    "ann@ex1.com,bob@ex2.com",
    "ann@ex1.com bob@ex2.com",
    "ann@ex1.com / bob@ex2.com",
    "ann@ex1.com/bob@ex2.com",
    "ann@ex1.com\nbob@ex2.com",
    "Ann <ann@ex1.com>, Bob <bob@ex2.com>",
    "ann@ex1.com, Bob <bob@ex2.com>",
    "<ann@ex1.com> <bob@ex2.com>",
  ])("%j holds several addresses and stands for none", (given) => {
    expect([normalizeEmail(given), holdsSeveralAddresses(given)]).toEqual([null, true]);
  });

  it("is its own stored form, and never costs time", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: "binary" }),
      fc.string({
        unit: fc.constantFrom(...Array.from("aA@<> İΣ\u0301'\"“,;.?()＠\u202A"), "mailto:"),
      }),
    );
    fc.assert(
      fc.property(text, (given) => {
        const once = normalizeEmail(given);
        expect(once === null ? null : normalizeEmail(once)).toBe(once);
      }),
      { numRuns: 2_000 },
    );
    for (const long of [
      "<".repeat(100_000),
      "a@".repeat(50_000),
      `${" ".repeat(100_000)}<`,
      "mailto:".repeat(20_000),
    ]) {
      expect(leastCpuMs(() => normalizeEmail(long))).toBeLessThan(20);
    }
  });
});
