import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";

/** A tick comes so soon after something was written; what was written together is looked at together. */
const SOON_MS = 5 * SECOND_MS;
/** Between two ticks of a workspace in which much is written. */
const APART_MS = 10 * SECOND_MS;
/** The longest wait of a workspace in which nothing happens. */
const LONGEST_MS = HOUR_MS;

/** When the tick behind a write comes. */
export const soonTick = (now: number, tickedAt: number): number =>
  Math.max(now + SOON_MS, tickedAt + APART_MS);

/**
 * When a workspace that sends and reads no mail is looked at again: after a tenth of the time for which
 * nothing was written, so that what becomes due by the clock alone is late by no more than that.
 */
export const nextTick = (now: number, writtenAt: number): number =>
  now + Math.min(LONGEST_MS, Math.max(MINUTE_MS, (now - writtenAt) / 10));
