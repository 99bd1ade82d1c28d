import { type UnixMs, unixMs } from "./ids.ts";

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** ISO 8601 in UTC with milliseconds and `Z`, the wire form of every time. */
export const iso = (at: UnixMs): string => new Date(at).toISOString();

export const isoOrNull = (at: UnixMs | null): string | null => (at === null ? null : iso(at));

/** Reads an ISO 8601 time; null when it is none. */
export function parseIso(text: string): UnixMs | null {
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : unixMs(at);
}

/** Reads a date that ends with GMT, as HTTP headers (`Sun, 06 Nov 1994 08:49:37 GMT`) and certificates have it; null when it is none. */
export function parseGmtDate(text: string): UnixMs | null {
  const at = text.endsWith(" GMT") ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : unixMs(at);
}

/** The UTC calendar day, `YYYY-MM-DD`. */
export const utcDay = (at: UnixMs): string => iso(at).slice(0, 10);

/** The UTC calendar month, `YYYY-MM`. */
export const utcMonth = (at: UnixMs): string => iso(at).slice(0, 7);

/** When the next UTC calendar month begins. */
export function nextUtcMonth(at: UnixMs): UnixMs {
  const date = new Date(at);
  return unixMs(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
}

/** The month so many months before a month, both `YYYY-MM`. */
export function monthsBefore(month: string, count: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return utcMonth(unixMs(Date.UTC(year, number - 1 - count, 1)));
}

export const later = (at: UnixMs, byMs: number): UnixMs => unixMs(at + byMs);

/** A Date for libraries that ask for one. */
export const toDate = (at: UnixMs): Date => new Date(at);

/** The ISO weekday (1 = Monday) of a calendar day `YYYY-MM-DD`. */
export const isoWeekday = (day: string): number =>
  ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;

/** The last `count` UTC days, oldest first, `now`'s own last. */
export const lastDays = (now: UnixMs, count: number): string[] =>
  Array.from({ length: count }, (_, i) => utcDay(later(now, -(count - 1 - i) * DAY_MS)));

/** The first day of the day's week (Monday) or month. */
export function intervalOf(day: string, interval: "day" | "week" | "month"): string {
  if (interval === "month") return `${day.slice(0, 7)}-01`;
  const at = parseIso(`${day}T00:00:00Z`);
  if (interval === "day" || at === null) return day;
  return utcDay(later(at, -(isoWeekday(day) - 1) * DAY_MS));
}
