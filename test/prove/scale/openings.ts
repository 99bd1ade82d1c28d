import { unixMs } from "#platform/rules/ids.ts";
import {
  DEFAULT_SCHEDULE,
  isOpen,
  localDay,
  type Schedule,
  type Window,
} from "#platform/rules/schedule.ts";
import { DAY_MS, MINUTE_MS } from "#platform/rules/time.ts";

/** A month that begins on a Sunday and in which a clock is moved. */
export const FROM = Date.UTC(2026, 10, 1);
export const DAYS = 30;
export const MINUTES = (DAYS * DAY_MS) / MINUTE_MS;

/** Windows begin and end on quarters of an hour in every zone. */
const QUARTER = 15;

/** The open minutes of one local day: [first, behind the last], in minutes of the month. */
export type OpenDay = readonly (readonly [number, number])[];

const ZONES: readonly (readonly [zone: string, weight: number])[] = [
  ["America/New_York", 30],
  ["America/Chicago", 10],
  ["America/Los_Angeles", 14],
  ["America/Sao_Paulo", 4],
  ["Europe/London", 13],
  ["Europe/Berlin", 16],
  ["Asia/Kolkata", 8],
  ["Australia/Sydney", 5],
];
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const WINDOWS: readonly (readonly [windows: readonly Window[], weight: number])[] = [
  [DEFAULT_SCHEDULE.windows, 65],
  [[{ days: [1, 2, 3, 4, 5], start: "08:00", end: "18:00" }], 15],
  [[{ days: [2, 3, 4], start: "09:00", end: "12:30" }], 10],
  [[{ days: EVERY_DAY, start: "07:00", end: "21:00" }], 10],
];

/** Every schedule of the simulated workspaces: how frequent it is, and its days. */
export function calendars(): { readonly weight: number; readonly days: readonly OpenDay[] }[] {
  return ZONES.flatMap(([timezone, often]) =>
    WINDOWS.map(([windows, share]) => ({
      weight: often * share,
      days: daysOf({ ...DEFAULT_SCHEDULE, timezone, windows }),
    })),
  );
}

/** By the product's own rule, a quarter of an hour at a time. */
function daysOf(schedule: Schedule): OpenDay[] {
  const days = new Map<string, [number, number][]>();
  for (let minute = 0; minute < MINUTES; minute += QUARTER) {
    const at = unixMs(FROM + minute * MINUTE_MS);
    if (!isOpen(schedule, at)) continue;
    const day = localDay(schedule.timezone, at);
    const spans = days.get(day) ?? [];
    days.set(day, spans);
    const last = spans.at(-1);
    if (last?.[1] === minute) last[1] = minute + QUARTER;
    else spans.push([minute, minute + QUARTER]);
  }
  return [...days.values()];
}
