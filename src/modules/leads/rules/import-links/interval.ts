import type { UnixMs } from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS, later } from "#platform/rules/time.ts";

/** How often a link is fetched. */
export const LINK_INTERVALS = ["hour", "six_hours", "day", "week"] as const;
export type LinkInterval = (typeof LINK_INTERVALS)[number];

const MS: Readonly<Record<LinkInterval, number>> = {
  hour: HOUR_MS,
  six_hours: 6 * HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
};

/** After so many failures in a row a link waits. */
export const FAILURES_UNTIL_WAIT = 3;

/**
 * When a link runs next, by its failures in a row: one that just failed tries again soon, one that
 * waits tries once a day.
 */
export function nextRunAt(now: UnixMs, every: LinkInterval, failures: number): UnixMs {
  const normal = MS[every];
  if (failures === 0) return later(now, normal);
  if (failures < FAILURES_UNTIL_WAIT) return later(now, Math.min(normal, HOUR_MS));
  return later(now, Math.max(normal, DAY_MS));
}
