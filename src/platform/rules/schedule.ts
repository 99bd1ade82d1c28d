import { type UnixMs, unixMs } from "./ids.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, parseIso, utcDay } from "./time.ts";
import { changeWithin, momentOf, repetition, wallClock } from "./zone.ts";

/** One span of sending time; days 1 = Monday to 7 = Sunday (ISO). `end` before `start` crosses midnight. */
export type Window = {
  readonly days: readonly number[];
  /** HH:MM, wall clock. */
  readonly start: string;
  /** HH:MM; `24:00` is the end of the day. Equal to `start`: the whole day from there. */
  readonly end: string;
};

/** When a campaign may send. Wall-clock times in `timezone`. */
export type Schedule = {
  readonly timezone: string;
  readonly windows: readonly Window[];
  /** YYYY-MM-DD, inclusive; null is open. */
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly use_lead_timezone: boolean;
  readonly holidays: readonly string[];
};

/** Monday to Friday, 09:00 to 17:00. */
export const DEFAULT_SCHEDULE: Schedule = {
  timezone: "UTC",
  windows: [{ days: [1, 2, 3, 4, 5], start: "09:00", end: "17:00" }],
  start_date: null,
  end_date: null,
  use_lead_timezone: false,
  holidays: [],
};

/** A schedule with the parts that are given; the others keep their value. */
export const mergeSchedule = (
  current: Schedule,
  given: { readonly [K in keyof Schedule]?: Schedule[K] | undefined } | undefined,
): Schedule => ({
  timezone: given?.timezone ?? current.timezone,
  windows: given?.windows ?? current.windows,
  start_date: given?.start_date === undefined ? current.start_date : given.start_date,
  end_date: given?.end_date === undefined ? current.end_date : given.end_date,
  use_lead_timezone: given?.use_lead_timezone ?? current.use_lead_timezone,
  holidays: given?.holidays ?? current.holidays,
});

export type DelayUnit = "minutes" | "hours" | "days";

/** A schedule in numbers: days since the epoch, minutes as milliseconds of the day. */
type Plan = {
  readonly zone: string;
  readonly windows: readonly { days: ReadonlySet<number>; start: number; end: number }[];
  readonly firstDay: number;
  readonly lastDay: number;
  readonly holidays: ReadonlySet<number>;
};
const plans = new WeakMap<Schedule, Plan>();

/**
 * Whether mail may leave at this moment: its wall clock lies in a window of a permitted day. A
 * window that crosses midnight belongs to the day it opens on, and stays shut on holidays either
 * side. An hour that clocks repeat counts once, the first time.
 */
export const isOpen = (schedule: Schedule, at: UnixMs): boolean => openIn(planOf(schedule), at);

/**
 * The earliest open moment from `at` on: `at` itself when open, null when none will come (no
 * window, or the end date has passed).
 */
export function nextOpening(schedule: Schedule, at: UnixMs): UnixMs | null {
  const plan = planOf(schedule);
  if (openIn(plan, at)) return at;
  const today = dayOf(wallClock(plan.zone, at));
  const from = Math.max(today - 1, plan.firstDay);
  // A week holds every window; each holiday may shut one more of them.
  const to = Math.min(from + 8 + 7 * (plan.holidays.size + 1), plan.lastDay);
  for (let day = from; day <= to; day++) {
    const opening = firstOpening(plan, day, at);
    if (opening !== null) return opening;
  }
  return null;
}

/**
 * A wait counted from a moment: minutes and hours as they pass, days by the calendar of the zone,
 * at the same wall-clock time. It says nothing about windows: pass the result to `nextOpening`.
 */
export function afterDelay(
  schedule: Schedule,
  from: UnixMs,
  delay: number,
  unit: DelayUnit,
): UnixMs {
  if (delay <= 0) return from;
  if (unit === "minutes") return unixMs(from + delay * MINUTE_MS);
  if (unit === "hours") return unixMs(from + delay * HOUR_MS);
  const zone = schedule.timezone;
  return unixMs(Math.max(from, momentOf(zone, wallClock(zone, from) + delay * DAY_MS)));
}

/** The calendar day in a zone, YYYY-MM-DD. */
export const localDay = (timezone: string, at: UnixMs): string =>
  utcDay(unixMs(wallClock(timezone, at)));

/** The ISO weekday in a zone, 1 = Monday. */
export const localWeekday = (timezone: string, at: UnixMs): number =>
  weekdayOf(dayOf(wallClock(timezone, at)));

/** The first moment of the day, in a zone. */
export const localMidnight = (timezone: string, at: UnixMs): UnixMs =>
  momentOf(timezone, dayOf(wallClock(timezone, at)) * DAY_MS);

/** The first moment of the day after, in a zone: when daily limits reset. */
export const nextLocalDay = (timezone: string, at: UnixMs): UnixMs =>
  momentOf(timezone, (dayOf(wallClock(timezone, at)) + 1) * DAY_MS);

/** When the day after, in `dayZone`, opens: what a limit of this day keeps back may go then. Its beginning, where no window follows. */
export function nextDay(
  schedule: Schedule,
  at: UnixMs,
  dayZone: string = schedule.timezone,
): UnixMs {
  const begins = nextLocalDay(dayZone, at);
  return nextOpening(schedule, begins) ?? begins;
}

const dayOf = (wall: number): number => Math.floor(wall / DAY_MS);
/** Day 0 of the epoch was a Thursday. */
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

function openIn(plan: Plan, at: UnixMs): boolean {
  const wall = wallClock(plan.zone, at);
  const day = dayOf(wall);
  if (day > plan.lastDay || plan.holidays.has(day)) return false;
  const time = wall - day * DAY_MS;
  const inside = plan.windows.some(
    (w) =>
      (time >= w.start && time < w.end && opensOn(plan, w, day)) ||
      (time < w.end - DAY_MS && opensOn(plan, w, day - 1)),
  );
  return inside && repetition(plan.zone, at) === null;
}

const opensOn = (plan: Plan, window: Plan["windows"][number], day: number): boolean =>
  day >= plan.firstDay && !plan.holidays.has(day) && window.days.has(weekdayOf(day));

/**
 * The earliest open moment of a local day, not before `at`. Open spans begin only where a window
 * starts, at midnight, where clocks jump, or where a repeated hour ends.
 */
function firstOpening(plan: Plan, day: number, at: UnixMs): UnixMs | null {
  const midnight = day * DAY_MS;
  const starts = [
    momentOf(plan.zone, midnight),
    ...plan.windows.map((w) => momentOf(plan.zone, midnight + w.start)),
  ];
  const change = changeWithin(plan.zone, midnight - DAY_MS, midnight + 2 * DAY_MS);
  if (change !== null) {
    // What lies behind this day is tried with the day that it belongs to, in its order.
    const over = momentOf(plan.zone, midnight + DAY_MS);
    const ends = repetition(plan.zone, change)?.until ?? change;
    starts.push(...[change, ends].filter((moment) => moment < over).map(unixMs));
  }
  let earliest: UnixMs | null = null;
  for (const start of starts) {
    if (start >= at && (earliest === null || start < earliest) && openIn(plan, start)) {
      earliest = start;
    }
  }
  return earliest;
}

function planOf(schedule: Schedule): Plan {
  const known = plans.get(schedule);
  if (known) return known;
  const plan: Plan = {
    zone: schedule.timezone,
    windows: schedule.windows.map((w) => {
      const start = timeOf(w.start);
      const end = timeOf(w.end);
      return { days: new Set(w.days), start, end: end > start ? end : end + DAY_MS };
    }),
    firstDay: schedule.start_date === null ? -Infinity : dayNumber(schedule.start_date),
    lastDay: schedule.end_date === null ? Infinity : dayNumber(schedule.end_date),
    holidays: new Set(schedule.holidays.map(dayNumber)),
  };
  plans.set(schedule, plan);
  return plan;
}

function timeOf(hhmm: string): number {
  const [hours, minutes] = hhmm.split(":");
  return Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
}

function dayNumber(date: string): number {
  const at = parseIso(`${date}T00:00:00Z`);
  if (at === null) throw new RangeError(`not a date: ${date}`);
  return dayOf(at);
}
