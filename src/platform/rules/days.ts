import type { UnixMs } from "./ids.ts";
import { DAY_MS, isoWeekday, later, parseIso, utcDay } from "./time.ts";

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
