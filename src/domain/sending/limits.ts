import type { UnixMs } from "#domain/ids.ts";
import { DAY_MS, MINUTE_MS } from "#domain/time.ts";

/** Longer than all SMTP time-outs together (reliability 4.4). */
export const SEND_LEASE_MS = 10 * MINUTE_MS;

/** From the claim to the hand-over: time for a queue message. A lost one is found again after it. */
export const CLAIM_LEASE_MS = MINUTE_MS;

/** Mail of one mailbox in one claim when its gap is zero; with a gap it is one. */
export const MAX_BURST = 20;

/** New mailboxes grow by `ramp_increment` a day for two weeks (contract 2.5). */
export const RAMP_DAYS = 14;

/** What a mailbox may send on this day: its limit, or less while it ramps up. */
export function effectiveDailyLimit(
  mailbox: {
    readonly dailyLimit: number;
    readonly rampEnabled: boolean;
    readonly rampIncrement: number;
    readonly createdAt: UnixMs;
  },
  now: UnixMs,
): number {
  const age = Math.floor((now - mailbox.createdAt) / DAY_MS);
  if (!mailbox.rampEnabled || age >= RAMP_DAYS) return mailbox.dailyLimit;
  return Math.min(mailbox.dailyLimit, mailbox.rampIncrement * (age + 1));
}

/** Milliseconds until the mailbox may send again; `chance` in [0, 1) picks the jitter. */
export const gapMs = (
  mailbox: { readonly minGapSeconds: number; readonly gapJitterSeconds: number },
  chance: number,
): number => Math.round((mailbox.minGapSeconds + chance * mailbox.gapJitterSeconds) * 1_000);
