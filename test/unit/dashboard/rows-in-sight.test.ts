import fc from "fast-check";
import { expect, it } from "vitest";
import { placesOf, rowsBetween } from "#dashboard/lib/rows-in-sight.ts";

it("draws every row that is in sight, and so many more on either side", () => {
  expect(rowsBetween(0, 100, { count: 1_000, height: 40, more: 2 })).toEqual({ first: 0, last: 4 });
  expect(rowsBetween(400, 480, { count: 1_000, height: 40, more: 2 })).toEqual({
    first: 8,
    last: 13,
  });
  expect(placesOf(rowsBetween(0, 800, { count: 3, height: 40, more: 12 }))).toEqual([0, 1, 2]);
  expect(placesOf(rowsBetween(0, 800, { count: 0, height: 40, more: 12 }))).toEqual([]);
});

it("never leaves a row in sight out, nor draws one that is not there", () => {
  const number = fc.integer({ min: 0, max: 4_000 });
  fc.assert(
    fc.property(
      number,
      number,
      fc.integer({ min: 1, max: 200 }),
      number,
      (from, size, height, count) => {
        const places = new Set(
          placesOf(rowsBetween(from, from + size, { count, height, more: 3 })),
        );
        for (const place of places) expect(place >= 0 && place < count).toBe(true);
        const seen = [Math.floor(from / height), Math.ceil((from + size) / height) - 1];
        for (const place of seen) {
          if (place >= 0 && place < count && size > 0) expect(places.has(place)).toBe(true);
        }
      },
    ),
  );
});
