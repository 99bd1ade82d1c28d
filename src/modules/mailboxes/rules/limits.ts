import { type UnixMs, unixMs } from "#platform/rules/ids.ts";
import type { HeldState } from "./health-bands.ts";
import { DAY_MS } from "#platform/rules/time.ts";

/** Mail of one mailbox in one claim when its gap is zero; with a gap it is one. */
export const MAX_BURST = 20;

/** New mailboxes grow by `ramp_increment` a day for two weeks. */
export const RAMP_DAYS = 14;

/** What decides how much a mailbox may send on a day. */
export type MailboxLimits = {
  readonly dailyLimit: number;
  readonly rampEnabled: boolean;
  readonly rampIncrement: number;
  readonly createdAt: UnixMs;
  /** Whether its rates slow or stop it. */
  readonly heldState: HeldState | null;
};

/** What a mailbox may send on this day: its limit, or less while it ramps up or is throttled. */
export function effectiveDailyLimit(mailbox: MailboxLimits, now: UnixMs): number {
  const age = Math.floor((now - mailbox.createdAt) / DAY_MS);
  const ramped =
    !mailbox.rampEnabled || age >= RAMP_DAYS
      ? mailbox.dailyLimit
      : Math.min(mailbox.dailyLimit, mailbox.rampIncrement * (age + 1));
  if (mailbox.heldState === null) return ramped;
  return mailbox.heldState === "quarantined" ? 0 : Math.ceil(ramped / 2);
}

/** When a mailbox that has sent its limit may send more: its next day, or sooner where its ramp rises. */
export function refillOf(mailbox: MailboxLimits, dayEnds: UnixMs, now: UnixMs): UnixMs {
  const age = Math.floor((now - mailbox.createdAt) / DAY_MS);
  if (!mailbox.rampEnabled || age >= RAMP_DAYS) return dayEnds;
  return unixMs(Math.min(dayEnds, mailbox.createdAt + (age + 1) * DAY_MS));
}

/** What makes the day's limit lower than the mailbox's own; null: nothing. */
export function limitedBy(mailbox: MailboxLimits, now: UnixMs): "ramp" | HeldState | null {
  if (mailbox.heldState !== null) return mailbox.heldState;
  return effectiveDailyLimit(mailbox, now) < mailbox.dailyLimit ? "ramp" : null;
}

type Gap = { readonly minGapSeconds: number; readonly gapJitterSeconds: number };

/** Milliseconds until the mailbox may send again; `chance` in [0, 1) picks the jitter. */
export const gapMs = (mailbox: Gap, chance: number): number =>
  Math.round((mailbox.minGapSeconds + chance * mailbox.gapJitterSeconds) * 1_000);

/** What a mailbox may hand over at once: one where it keeps a gap, else a burst, never more than is left today. */
export const burstOf = (mailbox: Gap, leftToday: number): number =>
  Math.max(
    0,
    Math.min(mailbox.minGapSeconds + mailbox.gapJitterSeconds === 0 ? MAX_BURST : 1, leftToday),
  );
