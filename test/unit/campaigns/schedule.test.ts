import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  afterDelay,
  DEFAULT_SCHEDULE,
  isOpen,
  localDay,
  localWeekday,
  nextLocalDay,
  nextOpening,
  type Schedule,
  type Window,
} from "#platform/rules/schedule.ts";
import { changeWithin, isTimezone, momentOf, offsetAt, wallClock } from "#platform/rules/zone.ts";
import { type UnixMs, unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS, iso, MINUTE_MS } from "#platform/rules/time.ts";
import { cpuMs } from "#test/support/cpu-time.ts";

const at = (text: string): UnixMs => unixMs(Date.parse(text));
const schedule = (part: Partial<Schedule> = {}): Schedule => ({ ...DEFAULT_SCHEDULE, ...part });
const berlin = (part: Partial<Schedule> = {}) => schedule({ timezone: "Europe/Berlin", ...part });
const daily = (start: string, end: string): Window[] => [
  { days: [1, 2, 3, 4, 5, 6, 7], start, end },
];
const next = (s: Schedule, text: string): string | null => {
  const opening = nextOpening(s, at(text));
  return opening === null ? null : iso(opening);
};

describe("schedule", () => {
  it.each([
    ["2026-11-18T12:00:00Z", "2026-11-18T12:00:00.000Z", "open: itself"],
    ["2026-11-18T08:00:00Z", "2026-11-18T09:00:00.000Z", "before the window"],
    ["2026-11-18T16:59:59Z", "2026-11-18T16:59:59.000Z", "its last second"],
    ["2026-11-18T17:00:00Z", "2026-11-19T09:00:00.000Z", "its end is shut"],
    ["2026-11-20T17:00:00Z", "2026-11-23T09:00:00.000Z", "Friday evening waits for Monday"],
    ["2026-11-21T12:00:00Z", "2026-11-23T09:00:00.000Z", "Saturday"],
  ])("by default %s goes at %s: %s", (from, to) => {
    expect(next(DEFAULT_SCHEDULE, from)).toBe(to);
  });

  it("wall-clock times hold over daylight saving", () => {
    expect(next(berlin(), "2026-03-27T20:00:00Z")).toBe("2026-03-30T07:00:00.000Z");
    expect(next(berlin(), "2026-03-27T07:00:00Z")).toBe("2026-03-27T08:00:00.000Z");
    expect(next(berlin(), "2026-10-23T20:00:00Z")).toBe("2026-10-26T08:00:00.000Z");
  });

  it("a skipped hour: a window that begins in it opens at the next valid minute", () => {
    const night = berlin({ windows: daily("02:30", "04:00") });
    expect(next(night, "2026-03-29T00:00:00Z")).toBe("2026-03-29T01:00:00.000Z");
    const inside = berlin({ windows: daily("02:00", "03:00") });
    expect(next(inside, "2026-03-29T00:00:00Z")).toBe("2026-03-30T00:00:00.000Z");
  });

  it("a repeated hour counts once, the first time", () => {
    const night = berlin({ windows: daily("02:00", "03:00") });
    expect(next(night, "2026-10-24T22:00:00Z")).toBe("2026-10-25T00:00:00.000Z");
    expect(isOpen(night, at("2026-10-25T00:59:00Z"))).toBe(true);
    expect(isOpen(night, at("2026-10-25T01:30:00Z"))).toBe(false);
    expect(next(night, "2026-10-25T01:00:00Z")).toBe("2026-10-26T01:00:00.000Z");
    const always = berlin({ windows: daily("00:00", "24:00") });
    expect(next(always, "2026-10-25T01:10:00Z")).toBe("2026-10-25T02:00:00.000Z");
  });

  it("windows cross midnight, and belong to the day that they open on", () => {
    const friday = schedule({ windows: [{ days: [5], start: "22:00", end: "02:00" }] });
    expect(isOpen(friday, at("2026-11-21T01:59:00Z"))).toBe(true);
    expect(isOpen(friday, at("2026-11-21T02:00:00Z"))).toBe(false);
    expect(isOpen(friday, at("2026-11-20T01:00:00Z"))).toBe(false);
    expect(next(friday, "2026-11-21T02:00:00Z")).toBe("2026-11-27T22:00:00.000Z");
    const holiday = { ...friday, holidays: ["2026-11-21"] };
    expect(isOpen(holiday, at("2026-11-20T23:00:00Z"))).toBe(true);
    expect(isOpen(holiday, at("2026-11-21T01:00:00Z"))).toBe(false);
    expect(next({ ...friday, holidays: ["2026-11-20"] }, "2026-11-20T20:00:00Z")).toBe(
      "2026-11-27T22:00:00.000Z",
    );
    const whole = schedule({ windows: [{ days: [1], start: "09:00", end: "09:00" }] });
    expect(isOpen(whole, at("2026-11-24T08:59:00Z"))).toBe(true);
    expect(isOpen(whole, at("2026-11-24T09:00:00Z"))).toBe(false);
  });

  it("several windows a day, holidays, first and last dates", () => {
    const split = schedule({
      windows: [
        { days: [3], start: "14:00", end: "16:00" },
        { days: [3], start: "09:00", end: "11:00" },
      ],
    });
    expect(next(split, "2026-11-18T11:00:00Z")).toBe("2026-11-18T14:00:00.000Z");
    expect(next(split, "2026-11-18T08:00:00Z")).toBe("2026-11-18T09:00:00.000Z");
    const bounded = schedule({
      start_date: "2026-12-01",
      end_date: "2026-12-31",
      holidays: ["2026-12-25"],
    });
    expect(next(bounded, "2026-01-01T00:00:00Z")).toBe("2026-12-01T09:00:00.000Z");
    expect(next(bounded, "2026-12-24T18:00:00Z")).toBe("2026-12-28T09:00:00.000Z");
    expect(next(bounded, "2026-12-31T16:59:00Z")).toBe("2026-12-31T16:59:00.000Z");
    expect(next(bounded, "2026-12-31T17:00:00Z")).toBeNull();
    expect(next(schedule({ windows: [] }), "2026-12-31T17:00:00Z")).toBeNull();
    const shut = schedule({ end_date: "2026-11-22" });
    expect(next(shut, "2026-11-20T17:00:00Z")).toBeNull();
  });

  it("a year of holidays ends", () => {
    const holidays = Array.from({ length: 500 }, (_, i) =>
      iso(unixMs(at("2026-11-18T00:00:00Z") + i * DAY_MS)).slice(0, 10),
    );
    expect(next(schedule({ holidays }), "2026-11-18T10:00:00Z")).toBe("2028-04-03T09:00:00.000Z");
  });

  it("waits: minutes and hours pass, days are days of the calendar", () => {
    const wait = (from: string, n: number, unit: "minutes" | "hours" | "days") =>
      iso(afterDelay(berlin(), at(from), n, unit));
    expect(wait("2026-03-28T08:00:00Z", 90, "minutes")).toBe("2026-03-28T09:30:00.000Z");
    expect(wait("2026-03-28T08:00:00Z", 24, "hours")).toBe("2026-03-29T08:00:00.000Z");
    expect(wait("2026-03-28T08:00:00Z", 1, "days")).toBe("2026-03-29T07:00:00.000Z");
    expect(wait("2026-10-24T07:00:00Z", 2, "days")).toBe("2026-10-26T08:00:00.000Z");
    expect(wait("2026-03-28T01:30:00Z", 1, "days")).toBe("2026-03-29T01:00:00.000Z");
    expect(wait("2026-10-25T01:30:00Z", 0, "days")).toBe("2026-10-25T01:30:00.000Z");
    expect(wait("2028-02-28T12:00:00Z", 1, "days")).toBe("2028-02-29T12:00:00.000Z");
  });

  it("local days, weekdays and their beginnings", () => {
    expect(localDay("Pacific/Auckland", at("2026-11-18T12:00:00Z"))).toBe("2026-11-19");
    expect(localDay("America/Los_Angeles", at("2026-11-18T07:59:00Z"))).toBe("2026-11-17");
    expect(localWeekday("UTC", at("2026-11-18T12:00:00Z"))).toBe(3);
    expect(localWeekday("UTC", at("1969-12-28T12:00:00Z"))).toBe(7);
    expect(iso(nextLocalDay("Europe/Berlin", at("2026-10-25T10:00:00Z")))).toBe(
      "2026-10-25T23:00:00.000Z",
    );
    // Cairo and Beirut jump at midnight: the day begins at one o'clock.
    expect(iso(nextLocalDay("Africa/Cairo", at("2026-04-23T12:00:00Z")))).toBe(
      "2026-04-23T22:00:00.000Z",
    );
  });

  it("knows the zones of the world and nothing else", () => {
    for (const zone of [
      "UTC",
      "Europe/Berlin",
      "america/new_york",
      "Etc/GMT+5",
      "Asia/Kathmandu",
    ]) {
      expect(isTimezone(zone), zone).toBe(true);
    }
    for (const zone of ["", "Mars/Olympus", "+02:00", "Europe/Berlin ", "12", "../etc", "GMT+2"]) {
      expect(isTimezone(zone), zone).toBe(false);
    }
  });
});

/** Zones with every kind of change: hours, half hours, at midnight, in the south, backwards in winter. */
const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Africa/Cairo",
  "Africa/Casablanca",
  "America/Santiago",
  "America/Havana",
  "Asia/Beirut",
  "Asia/Kathmandu",
  "Pacific/Chatham",
  "Antarctica/Troll",
];
const FROM = Date.UTC(2024, 0, 1);
const TO = Date.UTC(2031, 0, 1);

/** Every offset change of a zone from 2024 to 2030. */
function changesOf(zone: string): number[] {
  const changes: number[] = [];
  for (let day = FROM; day < TO; day += DAY_MS) {
    const change = changeWithin(zone, day, day + DAY_MS);
    if (change !== null) changes.push(change);
  }
  return changes;
}

const moments = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    pick: fc.nat(),
    minutes: fc.integer({ min: -3 * 60, max: 3 * 60 }),
    seconds: fc.integer({ min: 0, max: 59 }),
    anywhere: fc.integer({ min: FROM, max: TO - 1 }),
    near: fc.boolean(),
  })
  .map(({ zone, pick, minutes, seconds, anywhere, near }) => {
    const changes = near ? changesOf(zone) : [];
    const change = changes[pick % Math.max(1, changes.length)];
    const moment = change === undefined ? anywhere : change + minutes * MINUTE_MS + seconds * 1_000;
    return { zone, moment: unixMs(moment) };
  });

const clock = fc.integer({ min: 0, max: 24 * 4 - 1 }).map((quarter) => {
  const text = (n: number) => String(n).padStart(2, "0");
  return `${text(Math.floor(quarter / 4))}:${text((quarter % 4) * 15)}`;
});
const windows = fc.array(
  fc.record({
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
    start: clock,
    end: fc.oneof(clock, fc.constant("24:00")),
  }),
  { minLength: 1, maxLength: 3 },
);
const holidays = fc.array(fc.integer({ min: 0, max: 10 }), { maxLength: 3 });

/** The rule written down plainly, minute by minute: what the fast one must agree with. */
function plainlyOpen(s: Schedule, moment: number): boolean {
  const parts = (ms: number) => {
    const text = new Intl.DateTimeFormat("sv-SE", {
      timeZone: s.timezone,
      dateStyle: "short",
      timeStyle: "medium",
    }).format(ms);
    return { date: text.slice(0, 10), time: text.slice(11, 16), whole: text };
  };
  const now = parts(moment);
  const before = iso(unixMs(Date.parse(`${now.date}T00:00:00Z`) - DAY_MS)).slice(0, 10);
  const allowed = (date: string) => !s.holidays.includes(date) && (s.start_date ?? "") <= date;
  if (!allowed(now.date) || (s.end_date ?? "9999") < now.date) return false;
  // Repeated: the same wall-clock minute lies behind us by as much as clocks were set back.
  for (const back of [30, 60, 120]) {
    const earlier = parts(moment - back * MINUTE_MS).whole.slice(0, 16);
    if (earlier === now.whole.slice(0, 16)) return false;
  }
  const weekday = (date: string) => ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
  return s.windows.some((w) => {
    const crosses = w.end <= w.start;
    const opensToday = w.days.includes(weekday(now.date)) && now.time >= w.start;
    if (opensToday && (crosses || now.time < w.end)) return true;
    return crosses && now.time < w.end && w.days.includes(weekday(before)) && allowed(before);
  });
}

describe("schedule over every offset change of 2024 to 2030", () => {
  it("finds the changes that the world made", () => {
    expect(changesOf("UTC")).toEqual([]);
    expect(changesOf("Europe/Berlin")).toHaveLength(14);
    expect(changesOf("Africa/Casablanca").length).toBeGreaterThanOrEqual(6);
    expect(
      changesOf("Europe/Berlin")
        .slice(0, 2)
        .map((ms) => iso(unixMs(ms))),
    ).toEqual(["2024-03-31T01:00:00.000Z", "2024-10-27T01:00:00.000Z"]);
  });

  it("offsets are the host's own, before, at and after each change", () => {
    for (const zone of ZONES) {
      const wall = new Intl.DateTimeFormat("sv-SE", {
        timeZone: zone,
        dateStyle: "short",
        timeStyle: "medium",
      });
      for (const change of changesOf(zone)) {
        for (const ms of [-HOUR_MS, -1_000, 0, 1_000, HOUR_MS, 20 * DAY_MS]) {
          const moment = change + ms;
          const said = Date.parse(`${wall.format(moment).replace(" ", "T")}Z`);
          expect(wallClock(zone, moment), `${zone} ${iso(unixMs(moment))}`).toBe(said);
        }
      }
    }
  });

  it("a wall-clock time becomes the first moment that shows it", () => {
    fc.assert(
      fc.property(moments, ({ zone, moment }) => {
        const minute = Math.floor(moment / MINUTE_MS) * MINUTE_MS;
        const wall = wallClock(zone, minute);
        const first = momentOf(zone, wall);
        expect(first).toBeLessThanOrEqual(minute);
        expect(wallClock(zone, first)).toBe(wall);
      }),
      { numRuns: 1_000 },
    );
  });

  it("a wall-clock time that is skipped becomes the moment of the jump", () => {
    for (const zone of ZONES) {
      for (const change of changesOf(zone)) {
        const before = offsetAt(zone, change - 1);
        const gap = offsetAt(zone, change) - before;
        const walls = [0.1, 0.5, 0.9].map((part) => change + before + part * gap);
        const found = gap > 0 ? walls.map((wall) => momentOf(zone, wall)) : [change];
        expect(new Set(found)).toEqual(new Set([change]));
      }
    }
  });

  it("agrees with the plain rule, is never in the past, open, earliest, and stays where it is", () => {
    fc.assert(
      fc.property(moments, windows, holidays, ({ zone, moment }, spans, offDays) => {
        const day = (n: number) => localDay(zone, unixMs(moment + n * DAY_MS));
        const s = schedule({ timezone: zone, windows: spans, holidays: offDays.map(day) });
        expect(isOpen(s, moment)).toBe(plainlyOpen(s, moment));
        const opening = nextOpening(s, moment);
        if (opening === null) throw new Error("a window opens every week");
        expect(opening).toBeGreaterThanOrEqual(moment);
        expect(isOpen(s, opening)).toBe(true);
        expect(plainlyOpen(s, opening)).toBe(true);
        expect(nextOpening(s, opening)).toBe(opening);
        // Nothing before it is open: tried at quarter hours, where every window begins and ends.
        const quarter = 15 * MINUTE_MS;
        for (let t = Math.ceil(moment / quarter) * quarter; t < opening; t += quarter) {
          expect(isOpen(s, unixMs(t)), iso(unixMs(t))).toBe(false);
        }
      }),
      { numRuns: 1_500 },
    );
  });

  it("later never goes earlier", () => {
    fc.assert(
      fc.property(
        moments,
        windows,
        fc.integer({ min: 0, max: 3 * DAY_MS }),
        ({ zone, moment }, spans, ms) => {
          const s = schedule({ timezone: zone, windows: spans });
          const a = nextOpening(s, moment) ?? 0;
          const b = nextOpening(s, unixMs(moment + ms)) ?? 0;
          expect(b).toBeGreaterThanOrEqual(a);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("a wait is never negative, and days keep the wall clock", () => {
    const units = fc.constantFrom("minutes" as const, "hours" as const, "days" as const);
    fc.assert(
      fc.property(
        moments,
        fc.integer({ min: 0, max: 400 }),
        units,
        ({ zone, moment }, delay, unit) => {
          const s = schedule({ timezone: zone });
          const due = afterDelay(s, moment, delay, unit);
          expect(due).toBeGreaterThanOrEqual(moment);
          const exact = unit === "minutes" ? MINUTE_MS : unit === "hours" ? HOUR_MS : null;
          expect(exact === null || due === moment + delay * exact).toBe(true);
          // The same time of a later day, or the first one after the hour that is skipped.
          const off = wallClock(zone, due) - wallClock(zone, moment) - delay * DAY_MS;
          expect(unit !== "days" || delay === 0 || (off >= 0 && off <= 2 * HOUR_MS)).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("takes microseconds", () => {
    const s = berlin({ holidays: ["2026-12-25", "2026-12-26"] });
    for (let i = 0; i < 5_000; i++) nextOpening(s, unixMs(FROM + i * HOUR_MS));
    const start = cpuMs();
    for (let i = 0; i < 20_000; i++) nextOpening(s, unixMs(FROM + i * HOUR_MS));
    expect((cpuMs() - start) / 20_000).toBeLessThan(0.1);
  });
});
