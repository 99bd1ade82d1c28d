import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unixMs } from "#platform/rules/ids.ts";
import { retryAfterMs, deliveryRetryDelayMs, streakGapMs } from "#modules/events/rules/retry.ts";

const SCHEDULE = [0, 5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200];
const refused = { statusCode: 500, timedOut: false, retryAfterMs: 0 };
const middle = 0.5;

describe("retries of a delivery", () => {
  it("follow the schedule and end after its last entry", () => {
    const delays = SCHEDULE.map((_, i) => deliveryRetryDelayMs(SCHEDULE, i + 1, refused, middle));
    expect(delays).toEqual([...SCHEDULE.slice(1).map((seconds) => seconds * 1_000), null]);
  });

  it("stay within 20 % of the schedule", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 0.999_999, noNaN: true }),
        (n, random) => {
          const planned = (SCHEDULE[n] ?? 0) * 1_000;
          const delay = deliveryRetryDelayMs(SCHEDULE, n, refused, random) ?? -1;
          expect(delay).toBeGreaterThanOrEqual(planned * 0.8 - 1);
          expect(delay).toBeLessThanOrEqual(planned * 1.2 + 1);
        },
      ),
    );
  });

  it("wait a minute at least after a time-out or a 429, and as long as the receiver asked", () => {
    const timedOut = { statusCode: null, timedOut: true, retryAfterMs: 0 };
    expect(deliveryRetryDelayMs(SCHEDULE, 1, timedOut, middle)).toBe(60_000);
    expect(deliveryRetryDelayMs(SCHEDULE, 1, { ...refused, statusCode: 429 }, middle)).toBe(60_000);
    expect(deliveryRetryDelayMs(SCHEDULE, 4, timedOut, middle)).toBe(600_000);
    expect(deliveryRetryDelayMs(SCHEDULE, 1, { ...refused, retryAfterMs: 90_000 }, middle)).toBe(
      90_000,
    );
    expect(
      deliveryRetryDelayMs(SCHEDULE, 10, { ...refused, retryAfterMs: 90_000 }, middle),
    ).toBeNull();
  });
});

describe("the gap between attempts while a webhook fails", () => {
  it("is the schedule's delay, 30 s at most, none without failures", () => {
    expect([0, 1, 2, 3, 9, 10, 50].map((streak) => streakGapMs(SCHEDULE, streak))).toEqual([
      0, 5_000, 30_000, 30_000, 30_000, 30_000, 30_000,
    ]);
    expect(streakGapMs([0, 1, 2], 5)).toBe(2_000);
    expect(streakGapMs([0], 3)).toBe(0);
  });
});

describe("Retry-After", () => {
  const now = unixMs(Date.UTC(2026, 10, 18, 12));
  it.each([
    [null, 0],
    ["", 0],
    ["120", 120_000],
    [" 7 ", 7_000],
    ["86400", 3_600_000],
    ["Wed, 18 Nov 2026 12:05:00 GMT", 300_000],
    ["Wed, 18 Nov 2026 11:00:00 GMT", 0],
    ["Thu, 19 Nov 2026 12:00:00 GMT", 3_600_000],
    ["soon", 0],
    ["-5", 0],
    ["1e9", 0],
    ["2026", 2_026_000],
  ])("%j is %i ms", (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });
});
