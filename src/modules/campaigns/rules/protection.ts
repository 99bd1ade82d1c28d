import type { UnixMs } from "#platform/rules/ids.ts";
import { DAY_MS, later, parseIso, utcDay } from "#platform/rules/time.ts";

/** Fewer are chance. */
export const MIN_HARD_BOUNCES = 3;
export const MIN_COMPLAINTS = 3;
/** Complaints about one mailbox that pause it before its campaigns. */
export const MAILBOX_COMPLAINTS = 2;

/** How many of the sends of a time went wrong. */
export type Measure = { readonly wrong: number; readonly sent: number };

/** Whether too many went wrong: `thresholdPct` or more of them, and as many as `atLeast`; 0 % is off. */
export function isTooMany(
  { wrong, sent }: Measure,
  rule: { readonly thresholdPct: number; readonly atLeast: number; readonly minSample: number },
): boolean {
  if (rule.thresholdPct <= 0 || wrong < rule.atLeast || sent < rule.minSample) return false;
  return wrong * 100 >= rule.thresholdPct * sent;
}

/**
 * Since when sends are measured: the beginning (UTC) of the day that many days ago, so that the
 * counters of whole days tell how many there were, or the last restart where that came later.
 */
export function measuredSince(
  windowDays: number,
  restartedAt: UnixMs | null,
  now: UnixMs,
): { readonly at: UnixMs; readonly day: string; readonly afterRestart: boolean } {
  const day = utcDay(later(now, -windowDays * DAY_MS));
  const begins = parseIso(`${day}T00:00:00Z`) ?? now;
  return restartedAt !== null && restartedAt >= begins
    ? { at: restartedAt, day: utcDay(restartedAt), afterRestart: true }
    : { at: begins, day, afterRestart: false };
}
