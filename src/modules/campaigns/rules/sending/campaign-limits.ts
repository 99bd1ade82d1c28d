import type { CampaignId } from "#platform/rules/ids.ts";
import { HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";

/** Looked at beyond what may be sent, since some of what is due ends or waits by a rule of its own. */
export const LOOK_AHEAD = 10;

/** The same where leads have clocks of their own, and whole countries may be asleep. */
export const LOOK_AROUND = 500;

/** A lead that waits for a mailbox of its provider lets those behind it pass for so long. */
export const ESP_WAIT_MS = 15 * MINUTE_MS;

/** A lead whose own clock is outside the sending hours is looked at again after so long at the latest: the schedule may have changed. */
export const LEAD_CLOCK_MS = 6 * HOUR_MS;

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

/** What campaigns of a workspace may send in a calendar month (UTC), null for any number, and what they have sent. */
export type Month = { readonly limit: number | null; readonly used: number };

/** Emails left of it. */
export const leftOf = ({ limit, used }: Month): number =>
  limit === null ? Infinity : Math.max(0, limit - used);

/** The key of a domain's day slots: each campaign counts its own. */
export const domainKey = (id: CampaignId, domain: string): string => `${id}:${domain}`;
