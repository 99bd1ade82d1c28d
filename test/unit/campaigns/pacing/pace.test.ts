import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nameOf, recipientGroup } from "#modules/campaigns/rules/pacing/group.ts";
import {
  FRESH_PACE,
  grown,
  junkStateOf,
  leftAt,
  nextDayOf,
  type Pace,
  paceDay,
  paceFreeAt,
  slowedBy,
} from "#modules/campaigns/rules/pacing/pace.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from "#platform/rules/time.ts";

const NOON = unixMs(Date.UTC(2026, 10, 18, 12));
const MIDNIGHT = Date.UTC(2026, 10, 19);
const pace = (change: Partial<Pace> = {}): Pace => ({ ...FRESH_PACE, ...change });
const route = (domain: string, provider: string | null, host: string | null = null) => ({
  domain,
  provider,
  host,
});

describe("recipients", () => {
  it.each([
    [route("acme.test", "google"), "google", "Google"],
    [route("acme.test", null, "aspmx.l.google.com"), "google", "Google"],
    [
      route("acme.test", null, "mx1.mail.acme-hosting.example"),
      "acme-hosting.example",
      "acme-hosting.example",
    ],
    [route("acme.test", null, "mx.host.co.uk"), "host.co.uk", "host.co.uk"],
    [route("gmail.com", null), "google", "Google"],
    [route("hotmail.com", null), "outlook", "Outlook.com"],
    [route("acme.test", "microsoft365"), "microsoft365", "Microsoft 365"],
  ])("of %j are grouped by who takes their mail", (known, group, name) => {
    expect(recipientGroup(known)).toBe(group);
    expect(nameOf(group)).toBe(name);
  });
  it("are not paced while nobody knows who does", () => {
    expect(recipientGroup(route("acme.test", null))).toBeNull();
  });
});

describe("a new sending domain", () => {
  it("grows by a fifth with each clean day, and then has grown up", () => {
    const days: (number | null)[] = [];
    let one = pace({ base: 20 });
    for (let i = 0; i < 31; i++) {
      days.push(grown(one, 20));
      one = nextDayOf({ ...one, used: 5 });
    }
    expect(days.slice(0, 5)).toEqual([20, 24, 28, 34, 41]);
    expect(days[30]).toBeNull();
  });
  it("stays where it is on a day without mail, and on a day with a refusal", () => {
    expect(nextDayOf(pace({ base: 20, cleanDays: 3 })).cleanDays).toBe(3);
    expect(nextDayOf(pace({ base: 20, cleanDays: 3, used: 9, isUnclean: 1 })).cleanDays).toBe(3);
  });
  it("waits for the next day, in UTC, once its day is used up", () => {
    const day = paceDay(pace({ base: 20, used: 20 }), 20, NOON);
    expect(leftAt(day)).toBe(0);
    expect(paceFreeAt(day, NOON)).toBe(MIDNIGHT);
  });
});

describe("a provider that asks to slow down", () => {
  const slowed = (from: Pace, at = NOON, usual = 60): Pace => {
    const { since: _, ...to } = slowedBy(from, 20, usual, 20, at);
    return { ...from, ...to, isUnclean: 1 };
  };
  it("gets nothing for a quarter of an hour, and half of the usual day for 24 hours", () => {
    const one = slowed(pace());
    expect(one.heldUntil).toBe(later(NOON, 15 * MINUTE_MS));
    const behind = paceDay(one, 20, later(NOON, HOUR_MS));
    expect(behind).toMatchObject({ limit: 30, heldUntil: null });
    expect(paceDay(one, 20, later(NOON, DAY_MS))).toMatchObject({ limit: null });
  });
  it("is asked less often each time, and never later than in four hours", () => {
    const waits: number[] = [];
    let [one, at] = [pace(), NOON];
    for (let i = 0; i < 7; i++) {
      one = slowed(one, at);
      waits.push(((one.heldUntil ?? 0) - at) / MINUTE_MS);
      at = one.heldUntil ?? at;
    }
    expect(waits).toEqual([15, 30, 60, 120, 240, 240, 240]);
  });
  it("is one refusal, however many mails were on their way, and halves once", () => {
    const one = slowed(pace());
    const again = slowed(one, later(NOON, MINUTE_MS));
    expect(again).toMatchObject({ refusals: 1, heldUntil: one.heldUntil, halvedFrom: 60 });
  });
  it("begins from the first wait again when it was content for a day", () => {
    const one = slowed(slowed(pace()), later(NOON, 20 * MINUTE_MS));
    expect(one.refusals).toBe(2);
    expect(slowed(one, later(NOON, 2 * DAY_MS)).refusals).toBe(1);
  });
  it("lets a domain that grows go on from where it stands", () => {
    const one = slowed(pace({ base: 20, cleanDays: 3 }));
    expect(one).toMatchObject({ base: 34, halvedFrom: 34 });
    expect(paceDay(one, 20, later(NOON, HOUR_MS)).limit).toBe(17);
  });
});

describe("mail in junk", () => {
  const settings = { throttle_junk_pct: 20, pause_junk_pct: 40, min_junk_sample: 8 };
  it.each([
    [3, 7, null],
    [1, 8, null],
    [2, 8, "throttled"],
    [3, 8, "throttled"],
    [4, 8, "paused"],
    [0, 50, null],
  ] as const)("%i of %i", (junk, of, state) => {
    expect(junkStateOf(junk, of, settings)).toBe(state);
  });
  it("halves, or stops until a change", () => {
    const half = paceDay(pace({ junkState: "throttled", halvedFrom: 50 }), 20, NOON);
    expect(half.limit).toBe(25);
    const none = paceDay(pace({ junkState: "paused" }), 20, NOON);
    expect(none).toMatchObject({ limit: 0, refillsAt: null });
    expect(paceFreeAt(none, NOON)).toBeNull();
  });
});

describe("any pace", () => {
  const time = fc.integer({ min: NOON - DAY_MS, max: NOON + DAY_MS }).map((at) => unixMs(at));
  const paces = fc.record<Pace>({
    base: fc.option(fc.integer({ min: 1, max: 200 })),
    cleanDays: fc.integer({ min: 0, max: 40 }),
    used: fc.integer({ min: 0, max: 300 }),
    isUnclean: fc.constantFrom(0, 1),
    refusals: fc.integer({ min: 0, max: 9 }),
    heldUntil: fc.option(time),
    halvedFrom: fc.option(fc.integer({ min: 1, max: 300 })),
    halvedUntil: fc.option(time),
    junkState: fc.constantFrom(null, "throttled", "paused"),
  });
  it("lets mail go when it says that it will, and not before", () => {
    fc.assert(
      fc.property(paces, (one) => {
        const free = paceFreeAt(paceDay(one, 20, NOON), NOON);
        if (free === null) {
          expect(one.junkState).toBe("paused");
          return;
        }
        const isNextDay = free >= MIDNIGHT;
        const then = paceDay(isNextDay ? nextDayOf(one) : one, 20, free);
        const isFree = leftAt(then) > 0;
        const before = free > NOON ? leftAt(paceDay(one, 20, unixMs(free - 1))) === 0 : true;
        // A wait may end in a day whose half is used up: then it is asked once more.
        expect([before, isFree || paceFreeAt(then, free) !== free]).toEqual([true, true]);
      }),
    );
  });
  it("never allows more for a refusal", () => {
    fc.assert(
      fc.property(paces, fc.integer({ min: 0, max: 300 }), (one, usual) => {
        const { since: _, ...to } = slowedBy(one, 20, usual, 20, NOON);
        const before = paceDay(one, 20, NOON).limit ?? Infinity;
        const full = Math.max(20, usual, one.halvedFrom ?? 0, before === Infinity ? 0 : 2 * before);
        expect(paceDay({ ...one, ...to }, 20, NOON).limit ?? Infinity).toBeLessThanOrEqual(full);
      }),
    );
  });
});
