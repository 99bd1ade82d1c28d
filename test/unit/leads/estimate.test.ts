import { describe, expect, it } from "vitest";
import { estimateFits } from "#modules/leads/rules/estimate.ts";

const AT = { width: 1_000, most: 100, known: null };

describe("an estimate from samples", () => {
  it("is exact where no range has more rows than were looked at", () => {
    const samples = [
      { start: 1, rows: 40, fits: 10, last: 900 },
      { start: 1_001, rows: 0, fits: 0, last: 1_001 },
    ];
    expect(estimateFits(samples, AT)).toEqual({ count: 10, estimated: false });
  });

  it("weighs a range by how dense its ids are, and the sum by the kept count", () => {
    const dense = { start: 1, rows: 100, fits: 50, last: 100 };
    const sparse = { start: 1_001, rows: 100, fits: 0, last: 2_000 };
    expect(estimateFits([dense, sparse], AT)).toEqual({ count: 500, estimated: true });
    expect(estimateFits([dense, sparse], { ...AT, known: 2_200 }).count).toBe(1_000);
  });

  it("says three digits and no more", () => {
    const sample = { start: 1, rows: 100, fits: 41, last: 100 };
    expect(estimateFits([sample], { ...AT, known: 1_004_321 }).count).toBe(412_000);
  });
});
