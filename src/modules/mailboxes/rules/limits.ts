import type { CampaignId, UnixMs } from "#platform/rules/ids.ts";
import type { HeldState } from "./health-bands.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";

/** Longer than all SMTP time-outs together. */
export const SEND_LEASE_MS = 10 * MINUTE_MS;

/** From the claim to the hand-over: time for a queue message. A lost one is found again after it. */
export const CLAIM_LEASE_MS = MINUTE_MS;

/** Mail of one mailbox in one claim when its gap is zero; with a gap it is one. */
export const MAX_BURST = 20;

/** Looked at beyond what may be sent, since some of what is due ends or waits by a rule of its own. */
export const LOOK_AHEAD = 10;

/** The same where leads have clocks of their own, and whole countries may be asleep. */
export const LOOK_AROUND = 500;

/** A lead that waits for a mailbox of its provider lets those behind it pass for so long. */
export const ESP_WAIT_MS = 15 * MINUTE_MS;

/**
 * How long a campaign that prefers the match lets a first mail wait, from when it could leave, for a
 * mailbox of the recipient's provider that is merely in its gap: a gap and its jitter as they come.
 */
export const PREFER_WAIT_MS = 15 * MINUTE_MS;

/** A lead whose own clock is outside the sending hours is looked at again after so long at the latest: the schedule may have changed. */
export const LEAD_CLOCK_MS = 6 * HOUR_MS;

/** New mailboxes grow by `ramp_increment` a day for two weeks. */
export const RAMP_DAYS = 14;

/** What decides how much a mailbox may send on a day. */
export type MailboxLimits = {
  readonly dailyLimit: number;
  readonly rampEnabled: boolean;
  readonly rampIncrement: number;
  readonly createdAt: UnixMs;
  /** What its rates hold it back by. */
  readonly heldState: HeldState | null;
};

/** What a mailbox may send on this day: its limit, or less while it ramps up or is held back. */
export function effectiveDailyLimit(mailbox: MailboxLimits, now: UnixMs): number {
  const age = Math.floor((now - mailbox.createdAt) / DAY_MS);
  const ramped =
    !mailbox.rampEnabled || age >= RAMP_DAYS
      ? mailbox.dailyLimit
      : Math.min(mailbox.dailyLimit, mailbox.rampIncrement * (age + 1));
  if (mailbox.heldState === null) return ramped;
  return mailbox.heldState === "quarantined" ? 0 : Math.ceil(ramped / 2);
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

/** How a campaign begins small: mails a day, more on each day that it sends. */
export type CampaignRamp = {
  readonly enabled: boolean;
  readonly start: number;
  readonly increment: number;
  readonly ceiling: number;
};

export type CampaignDay = {
  /** Mails of the day; null is no limit. */
  readonly limit: number | null;
  /** Whether the ramp is what limits it. */
  readonly byRamp: boolean;
};

/**
 * What a campaign may send on a day by its own rules: its daily limit, or less while it ramps up.
 * `daysSent` are the days before this one on which it sent: a pause does not raise the ramp.
 */
export function campaignDay(
  campaign: { readonly dailyLimit: number | null; readonly ramp: CampaignRamp | null },
  daysSent: number,
): CampaignDay {
  const { dailyLimit, ramp } = campaign;
  if (!ramp?.enabled) return { limit: dailyLimit, byRamp: false };
  const ramped = Math.min(ramp.ceiling, ramp.start + ramp.increment * daysSent);
  return dailyLimit !== null && dailyLimit <= ramped
    ? { limit: dailyLimit, byRamp: false }
    : { limit: ramped, byRamp: true };
}

/** The key of a domain's day slots: each campaign counts its own. */
export const domainKey = (id: CampaignId, domain: string): string => `${id}:${domain}`;
