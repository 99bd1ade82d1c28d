import { DAY_MS, lastDays, later, parseIso, utcDay } from "#platform/rules/time.ts";
import type { UnixMs } from "#platform/rules/ids.ts";

/** Days that a forecast which is kept reaches, its own included. */
export const FORESEEN_DAYS = 14;

/** A forecast as it was made: emails of that day and of each day after it. */
export type Kept = { readonly madeOn: string; readonly expected: readonly number[] };

/** A day that is over: what left, and what was foreseen of it one day and one week before. */
export type DayInHindsight = {
  readonly date: string;
  readonly sent: number;
  readonly dayAhead: number | null;
  readonly weekAhead: number | null;
};

/** All that was foreseen so many days ahead, of days that are over. */
export type Horizon = {
  readonly daysAhead: number;
  readonly days: number;
  readonly expected: number;
  readonly sent: number;
  /** The differences of the days together, as a share of what was sent; null where nothing was. */
  readonly error: number | null;
};

/**
 * Holds forecasts against what left, over the last `days` days that are over. The own day of a forecast
 * is left out: part of it had happened.
 */
export function inHindsight(
  kept: readonly Kept[],
  sentOn: ReadonlyMap<string, number>,
  now: UnixMs,
  days: number,
): { days: DayInHindsight[]; horizons: Horizon[] } {
  const over = lastDays(now, days + 1).slice(0, -1);
  const byDay = new Map(kept.map((forecast) => [forecast.madeOn, forecast.expected]));
  const foreseen = (date: string, ahead: number): number | null =>
    byDay.get(dayBefore(date, ahead))?.[ahead] ?? null;
  const horizons = Array.from({ length: FORESEEN_DAYS - 1 }, (_, i): Horizon => {
    const daysAhead = i + 1;
    const pairs = over.flatMap((date) => {
      const expected = foreseen(date, daysAhead);
      return expected === null ? [] : [{ expected, sent: sentOn.get(date) ?? 0 }];
    });
    const sum = (of: (pair: (typeof pairs)[number]) => number): number =>
      pairs.reduce((total, pair) => total + of(pair), 0);
    const sent = sum((pair) => pair.sent);
    const off = sum((pair) => Math.abs(pair.expected - pair.sent));
    return {
      daysAhead,
      days: pairs.length,
      expected: sum((pair) => pair.expected),
      sent,
      error: sent === 0 ? null : off / sent,
    };
  });
  return {
    days: over.map((date) => ({
      date,
      sent: sentOn.get(date) ?? 0,
      dayAhead: foreseen(date, 1),
      weekAhead: foreseen(date, 7),
    })),
    horizons: horizons.filter((horizon) => horizon.days > 0),
  };
}

function dayBefore(date: string, count: number): string {
  const day = parseIso(`${date}T00:00:00Z`);
  return day === null ? "" : utcDay(later(day, -count * DAY_MS));
}
