import { type UnixMs, unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, later, nextUtcMonth, parseIso, utcDay, utcMonth } from "#platform/rules/time.ts";

/** Months whose figures are read, the one that runs included: two years. */
const MONTHS = 24;

/** The month before one, `YYYY-MM`. */
export const monthBefore = (month: string): string => utcMonth(later(beginOf(month), -DAY_MS));

/** The month behind one. */
export const monthAfter = (month: string): string => utcMonth(nextUtcMonth(beginOf(month)));

/** The first month that is read of what began at `since`; of what nobody knows, two years ago. */
export function firstMonth(since: number | null, now: number): string {
  let earliest = utcMonth(unixMs(now));
  for (let n = 1; n < MONTHS; n++) earliest = monthBefore(earliest);
  const began = since === null ? earliest : utcMonth(unixMs(since));
  return began > earliest ? began : earliest;
}

/** Its first and its last day, `YYYY-MM-DD`. */
export const daysOfMonth = (month: string): readonly [first: string, last: string] => {
  const from = beginOf(month);
  return [utcDay(from), utcDay(later(nextUtcMonth(from), -DAY_MS))];
};

const beginOf = (month: string): UnixMs => parseIso(`${month}-01T00:00:00Z`) ?? unixMs(0);

/** What a rival counted; what it does not say is null. */
export type Counted = {
  readonly sent: number;
  readonly opened: number;
  readonly clicked: number;
  readonly replied: number;
  readonly bounced: number | null;
  readonly unsubscribed: number | null;
};

/** Whether anything was counted. */
export const isAnything = (one: Counted): boolean =>
  [one.sent, one.opened, one.clicked, one.replied, one.bounced, one.unsubscribed].some(
    (value) => (value ?? 0) > 0,
  );
