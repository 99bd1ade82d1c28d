import { describe, expect, it } from "vitest";
import type { Variant } from "#modules/campaigns/rules/variants.ts";
import {
  contestSplit,
  startsAgain,
  weightsOf,
  withoutLosers,
  withWeightsOf,
  withWinner,
} from "#modules/campaigns/rules/winners/arms.ts";
import { leaderOf, shareRange } from "#modules/campaigns/rules/winners/leader.ts";

const variant = (label: string, change: Partial<Variant> = {}): Variant => ({
  id: label,
  label,
  subject: "",
  body_html: label,
  body_text: "",
  weight: 50,
  is_active: true,
  ...change,
});
const thirds = [variant("A", { weight: 33 }), variant("B", { weight: 33 })];

describe("the weights of a step's variants", () => {
  it("are a contest while two have a part", () => {
    expect(contestSplit([])).toBeNull();
    expect(contestSplit([variant("A", { weight: 100 })])).toBeNull();
    expect(contestSplit([variant("A", { is_active: false })])).toBeNull();
    expect(contestSplit(thirds)).toEqual({ control: 34, A: 33, B: 33 });
  });

  it("go to the winner; to the step's own text where no variant is left", () => {
    expect(weightsOf(withWinner(thirds, "B"))).toEqual({ B: 100 });
    expect(weightsOf(withWinner(thirds, "control"))).toEqual({ control: 100 });
  });

  it.each([
    [["A"], { control: 51, B: 49 }],
    [["control"], { A: 50, B: 50 }],
    [["control", "B"], { A: 100 }],
    [[], { control: 34, A: 33, B: 33 }],
  ] as const)("without %j they are shared in proportion", (losers, left) => {
    const after = weightsOf(withoutLosers(thirds, losers));
    expect(Object.keys(after).sort()).toEqual(Object.keys(left).sort());
    for (const [label, weight] of Object.entries(left)) {
      expect(Math.abs((after[label] ?? 0) - weight)).toBeLessThanOrEqual(1);
    }
  });

  it("come back as they were; a variant that is new keeps its own", () => {
    const after = [...withWinner(thirds, "B"), variant("C", { weight: 7 })];
    expect(
      withWeightsOf(after, thirds).map(({ label, weight, is_active }) => [
        label,
        weight,
        is_active,
      ]),
    ).toEqual([
      ["A", 33, true],
      ["B", 33, true],
      ["C", 7, true],
    ]);
  });
});

describe("an edit of a step", () => {
  const step = (variants: readonly Variant[], change: object = {}) => ({
    subject: "S",
    bodyHtml: "s",
    bodyText: "",
    variants,
    ...change,
  });
  const before = step([variant("A"), variant("B", { weight: 20 })]);
  it.each([
    ["another text of the step", step(before.variants, { bodyHtml: "t" }), true],
    ["another subject, which its variants inherit", step(before.variants, { subject: "T" }), true],
    ["another text of a variant", step([variant("A", { body_html: "b" }), variant("B")]), true],
    ["one more variant", step([...before.variants, variant("C", { weight: 10 })]), true],
    ["other weights", step([variant("A", { weight: 10 }), variant("B")]), false],
    ["one switched off", step([variant("A", { is_active: false }), variant("B")]), false],
    ["one deleted", step([variant("A")]), false],
    ["nothing left to compare", step([], { bodyHtml: "t" }), false],
  ])("%s", (_, after, again) => {
    expect(startsAgain(before, after)).toBe(again);
  });
  it("that switches a variant on again starts again", () => {
    const off = step([variant("A", { is_active: false }), variant("B", { weight: 20 })]);
    expect(startsAgain(off, before)).toBe(true);
  });
});

describe("the leading variant", () => {
  const arm = (label: string, mails: number, hits: number) => ({ label, mails, hits });
  it.each([
    ["nothing competes", [arm("control", 500, 50)], null, null],
    ["nobody has answered", [arm("control", 500, 0), arm("A", 500, 0)], null, "none"],
    ["too few of the leader", [arm("control", 29, 9), arm("A", 200, 1)], null, "none"],
    ["too few of another", [arm("control", 200, 40), arm("A", 29, 0)], null, "low"],
    ["enough of each", [arm("control", 100, 3), arm("A", 100, 14)], null, "medium"],
    ["it won", [arm("control", 100, 3), arm("A", 100, 14)], "A", "high"],
    ["another won", [arm("control", 100, 3), arm("A", 100, 14)], "control", "medium"],
  ] as const)("%s", (_, arms, winner, confidence) => {
    expect(leaderOf(arms, winner)?.confidence ?? null).toBe(confidence);
  });

  it("has a range that holds its share", () => {
    expect(shareRange({ hits: 0, mails: 0 })).toBeNull();
    const range = shareRange({ hits: 10, mails: 100 });
    expect(range?.low).toBeCloseTo(0.0552, 3);
    expect(range?.high).toBeCloseTo(0.1744, 3);
  });
});
