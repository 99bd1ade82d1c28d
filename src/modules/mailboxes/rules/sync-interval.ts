import type { UnixMs } from "#platform/rules/ids.ts";
import { MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";

/** Bounces and quick answers come right after a send; reading often costs a log-in each time. */
const BUSY_FOR_MS = 2 * MINUTE_MS;
const BUSY_MS = 5 * SECOND_MS;
const FAILED_MS = 10 * SECOND_MS;
/** Providers lock accounts that keep failing to log in. */
const FAILED_LOGIN_MS = MINUTE_MS;
/** No sync waits longer. */
export const MAX_SYNC_WAIT_MS = 15 * MINUTE_MS;

/**
 * Milliseconds until a mailbox is read again: 5 s (or the operator's tick, if that is longer) for
 * two minutes after it sent or received something, else as long as the operator lets quiet ones wait.
 */
export function nextSyncMs(
  mailbox: { readonly lastSentAt: UnixMs | null; readonly found: boolean },
  now: UnixMs,
  every: { readonly tickSeconds: number; readonly quietSeconds: number },
): number {
  const busy =
    mailbox.found || (mailbox.lastSentAt !== null && now - mailbox.lastSentAt < BUSY_FOR_MS);
  return busy ? Math.max(BUSY_MS, every.tickSeconds * SECOND_MS) : every.quietSeconds * SECOND_MS;
}

/** Milliseconds until the next try after the n-th failure in a row (from 1): doubled up to 15 minutes. */
export const failedSyncMs = (failures: number, login: boolean): number =>
  Math.min(
    (login ? FAILED_LOGIN_MS : FAILED_MS) * 2 ** Math.min(failures - 1, 10),
    MAX_SYNC_WAIT_MS,
  );
