import type { OutsideText } from "#platform/rules/outside-text.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { HOUR_MS, MINUTE_MS, parseGmtDate, SECOND_MS } from "#platform/rules/time.ts";

/** A time-out or a 429 asks for patience, whatever the schedule says. */
const PATIENCE_MS = MINUTE_MS;
const MAX_RETRY_AFTER_MS = HOUR_MS;
const MAX_STREAK_GAP_MS = 30 * SECOND_MS;
/** So that the retries of many deliveries do not arrive together. */
const JITTER = 0.2;

export type FailedAttempt = {
  /** Null when no answer came. */
  readonly statusCode: number | null;
  readonly timedOut: boolean;
  /** What `Retry-After` asked for, in milliseconds; 0 when it was absent. */
  readonly retryAfterMs: number;
};

/**
 * Milliseconds until the next attempt of a delivery after its n-th failed one (n from 1), or null
 * when the schedule (seconds before each attempt) is used up. `random` lies in [0, 1).
 */
export function deliveryRetryDelayMs(
  schedule: readonly number[],
  failures: number,
  failed: FailedAttempt,
  random: number,
): number | null {
  const seconds = schedule[failures];
  if (seconds === undefined) return null;
  const planned = seconds * SECOND_MS * (1 - JITTER + 2 * JITTER * random);
  const patience = failed.timedOut || failed.statusCode === 429 ? PATIENCE_MS : 0;
  return Math.round(Math.max(planned, patience, failed.retryAfterMs));
}

/**
 * Milliseconds that attempts to one webhook keep apart while its last n attempts failed: the
 * schedule's delay, at most 30 s, so that a receiver's restart does not use up all ten at once.
 */
export function streakGapMs(schedule: readonly number[], streak: number): number {
  if (streak <= 0) return 0;
  const seconds = schedule[Math.min(streak, schedule.length - 1)] ?? 0;
  return Math.min(seconds * SECOND_MS, MAX_STREAK_GAP_MS);
}

/** Reads `Retry-After` (seconds or a date, RFC 9110) in milliseconds from now: 0 when absent or past, one hour at most. */
export function retryAfterMs(header: OutsideText | null, now: UnixMs): number {
  const text = header?.trim() ?? "";
  const date = parseGmtDate(text);
  const wait = /^\d+$/.test(text) ? Number(text) * SECOND_MS : (date ?? now) - now;
  return Math.min(Math.max(wait, 0), MAX_RETRY_AFTER_MS);
}

/** How a webhook that is off comes back: the same words on every page. */
export const WEBHOOK_RECOVERY =
  "Fix your endpoint, send a test, then turn the webhook on. It then receives the events of the last three days.";
