import { describe, expect, it } from "vitest";
import { BEAT_MS, roundMs, turnAfter } from "#dashboard/api/turns.ts";

const MINUTE = 60_000;
/** How long an answer takes. */
const ANSWER_MS = 150;

/** When, in ms from `start`, each of a page's things is asked that all were read when it opened. */
function asked(of: number, wishMs: number, start: number): number[][] {
  return Array.from({ length: of }, (_, place) => {
    const times: number[] = [];
    for (let at = start; at < start + 10 * MINUTE; times.push(at - start)) {
      at = turnAfter(at + ANSWER_MS, { place, of, wishMs });
    }
    return times;
  });
}

describe("the turns of what moves on a page", () => {
  it.each([1, 2, 3, 5])(
    "are at most four in any minute for %i things, and one round and a beat apart at most",
    (of) => {
      for (const wishMs of [15_000, 30_000, 60_000]) {
        // Wherever in a round the page is opened.
        for (let start = 1_800_000_000_000; start < 1_800_000_200_000; start += 7_000) {
          const each = asked(of, wishMs, start);
          const all = each.flat();
          const within = (t: number) => all.filter((one) => one >= t && one < t + MINUTE).length;
          expect(Math.max(...all.map(within))).toBeLessThanOrEqual(4);
          for (const times of each) {
            const gaps = times.map((t, i) => t - (times[i - 1] ?? 0));
            expect(Math.max(...gaps)).toBeLessThanOrEqual(roundMs({ of, wishMs }) + BEAT_MS);
            expect(Math.min(...gaps)).toBeGreaterThanOrEqual(BEAT_MS / 2);
          }
        }
      }
    },
  );

  it("are about as far apart as wished where they have room", () => {
    expect(roundMs({ of: 1, wishMs: 15_000 })).toBe(BEAT_MS);
    expect(roundMs({ of: 2, wishMs: 60_000 })).toBe(4 * BEAT_MS);
    expect(roundMs({ of: 5, wishMs: 15_000 })).toBe(5 * BEAT_MS);
  });
});
