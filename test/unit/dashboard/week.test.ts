import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  inWords,
  slotIsOpen,
  joinedRanges,
  paint,
  type Range,
  rangesOf,
  windowsOf,
} from "#dashboard/rooms/campaigns/schedule/week.ts";

const nineToFive = { days: [1, 2, 3], start: "09:00", end: "17:00" };

describe("a week that one paints", () => {
  it("joins windows that touch, and tells each day in words", () => {
    const week = rangesOf([nineToFive, { days: [1], start: "17:00", end: "18:30" }]);
    expect(week.map((ranges) => inWords(ranges))).toEqual([
      "09:00 to 18:30",
      "09:00 to 17:00",
      "09:00 to 17:00",
      "closed",
      "closed",
      "closed",
      "closed",
    ]);
  });

  it("carries a window over midnight into the next day, Sunday's into Monday", () => {
    const week = rangesOf([{ days: [7], start: "22:00", end: "02:00" }]);
    expect([inWords(week[6] ?? []), inWords(week[0] ?? [])]).toEqual([
      "22:00 to 24:00",
      "00:00 to 02:00",
    ]);
  });

  it("paints and clears half hours, and leaves odd minutes beside them alone", () => {
    const odd: Range[] = [[9 * 60 + 15, 17 * 60]];
    expect(inWords(paint(odd, 24, 25, false))).toBe("09:15 to 12:00, 13:00 to 17:00");
    expect(inWords(paint(odd, 16, 17, true))).toBe("08:00 to 09:00, 09:15 to 17:00");
    expect([slotIsOpen(odd, 18), slotIsOpen(odd, 17), slotIsOpen(odd, 34)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("says the same as windows, whatever was painted", () => {
    const range = fc
      .tuple(fc.integer({ min: 0, max: 47 }), fc.integer({ min: 0, max: 47 }))
      .map(([a, b]): Range => [Math.min(a, b) * 30, (Math.max(a, b) + 1) * 30]);
    const week = fc.array(fc.array(range, { maxLength: 4 }).map(joinedRanges), {
      minLength: 7,
      maxLength: 7,
    });
    fc.assert(
      fc.property(week, (painted) => {
        expect(rangesOf(windowsOf(painted))).toEqual(painted);
      }),
      { numRuns: 200 },
    );
  });
});
