import { describe, expect, it } from "vitest";
import type { Variant } from "#modules/campaigns/rules/variants.ts";
import { competing, withWinner, leaderOf } from "#modules/campaigns/rules/winner.ts";

const arm = (label: string, of: number, hits: number) => ({ label, of, hits });
const variant = (label: string, change: Partial<Variant> = {}): Variant => ({
  id: label,
  label,
  subject: "",
  body_html: "x",
  body_text: "",
  weight: 50,
  is_active: true,
  ...change,
});

describe("the leading variant", () => {
  it.each([
    ["nothing competes", [arm("control", 500, 50)], null],
    ["nobody has answered", [arm("control", 500, 0), arm("A", 500, 0)], "none"],
    ["too few of the leader", [arm("control", 29, 9), arm("A", 200, 1)], "none"],
    ["too few of another", [arm("control", 200, 40), arm("A", 29, 0)], "low"],
    ["enough of each, not many", [arm("control", 89, 40), arm("A", 89, 0)], "medium"],
    ["many, but it may be chance", [arm("control", 100, 5), arm("A", 100, 8)], "medium"],
    ["many and beyond chance", [arm("control", 100, 3), arm("A", 100, 14)], "high"],
    [
      "the next best is too close",
      [arm("B", 100, 12), arm("control", 100, 1), arm("A", 100, 14)],
      "medium",
    ],
  ] as const)("%s", (_, arms, confidence) => {
    expect(leaderOf(arms)?.confidence ?? null).toBe(confidence);
  });

  it("is the one with most replies per mail, whatever the order", () => {
    expect(leaderOf([arm("A", 90, 9), arm("control", 300, 15)])).toMatchObject({
      label: "A",
      share: 0.1,
    });
    expect(leaderOf([arm("control", 300, 15), arm("A", 90, 9)])?.label).toBe("A");
  });

  it("takes everybody once it has won; the step's own copy wins where no arm is left", () => {
    const arms = [variant("A", { weight: 30 }), variant("B", { weight: 30 })];
    expect(competing(arms)).toEqual(["control", "A", "B"]);
    expect(competing(withWinner(arms, "B"))).toEqual(["B"]);
    expect(competing(withWinner(arms, "control"))).toEqual(["control"]);
    expect(competing([variant("A", { weight: 100 })])).toEqual(["A"]);
  });
});
