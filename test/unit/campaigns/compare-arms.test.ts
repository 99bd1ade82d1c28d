import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareArms, shareRange } from "#modules/campaigns/rules/compare-arms.ts";

const arms = (...counts: [hits: number, of: number][]) =>
  counts.map(([hits, of], i) => ({ label: "ABC".charAt(i), hits, of }));

describe("comparing the arms of a step", () => {
  it("says nothing below a hundred mails an arm, however far the shares are apart", () => {
    expect(compareArms(arms([50, 99], [0, 400]))).toMatchObject({
      verdict: "few_mails",
      least: { label: "A" },
    });
  });

  it("says nothing where chance would give an arm fewer than five, or miss fewer than five", () => {
    expect(compareArms(arms([9, 200], [0, 200]))).toEqual({ verdict: "few_hits" });
    expect(compareArms(arms([191, 200], [200, 200]))).toEqual({ verdict: "few_hits" });
    expect(compareArms(arms([0, 200], [0, 200]))).toEqual({ verdict: "few_hits" });
  });

  // The chances are those of Python's math.erfc over the same pooled z.
  it.each([
    [arms([14, 200], [30, 200]), "better", "B", 0.01056],
    [arms([20, 200], [14, 200]), "unclear", "A", 0.28205],
    // The better of three is held against the next one, twice as strictly.
    [arms([40, 300], [20, 300], [10, 300]), "better", "A", 0.01299],
    [arms([40, 300], [24, 300], [10, 300]), "unclear", "A", 0.06868],
  ])("%j is %s: %s", (given, verdict, best, chance) => {
    const found = compareArms(given);
    expect(found).toMatchObject({ verdict, best: { label: best } });
    if ("chance" in found) expect(found.chance).toBeCloseTo(chance, 5);
  });

  it("does not depend on the order of the arms, and never calls equal shares different", () => {
    const count = fc
      .integer({ min: 100, max: 2_000 })
      .chain((of) => fc.record({ of: fc.constant(of), hits: fc.integer({ min: 0, max: of }) }));
    fc.assert(
      fc.property(count, count, (a, b) => {
        const one = { label: "A", ...a };
        const other = { label: "B", ...b };
        const found = compareArms([one, other]);
        const turned = compareArms([other, one]);
        expect(turned.verdict).toBe(found.verdict);
        expect(compareArms([one, { ...one, label: "B" }]).verdict).not.toBe("better");
      }),
    );
  });
});

describe("the range of a share", () => {
  it.each([
    [10, 100, 0.05523, 0.17437],
    [0, 100, 0, 0.03699],
    [100, 100, 0.96301, 1],
  ])("%i of %i", (hits, of, low, high) => {
    const range = shareRange({ hits, of });
    expect(range?.low).toBeCloseTo(low, 4);
    expect(range?.high).toBeCloseTo(high, 4);
  });

  it("is none without mails", () => expect(shareRange({ hits: 0, of: 0 })).toBeNull());
});
