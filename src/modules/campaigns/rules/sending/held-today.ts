import type { SendingStatusCode } from "#modules/campaigns/rules/states.ts";

/** What a campaign's day comes to. */
export type DayOutlook = {
  /** Why it sends, or does not, right now. */
  readonly code: SendingStatusCode;
  /** Mails of today that are foreseen. */
  readonly planned: number;
  /** What its own limit leaves of today; null is no limit. */
  readonly left: number | null;
  /** What the limits of its mailboxes leave of today, once every campaign has had its part. */
  readonly mailboxesLeft: number;
};

/** Codes that hold no mail of today back by themselves: something leaves, or will later today. */
const PASSING: ReadonlySet<SendingStatusCode> = new Set([
  "healthy",
  "out_of_schedule",
  "waiting_for_followup_delay",
  "waiting_for_leads",
]);

/**
 * The rule that keeps back mails which are due today and will not leave: what stops the campaign
 * right now, else the first limit that today's plan uses up, else hours and gaps.
 */
export function heldTodayBy({ code, planned, left, mailboxesLeft }: DayOutlook): SendingStatusCode {
  if (!PASSING.has(code)) return code;
  if (left !== null && planned >= left) return "campaign_daily_limit_met";
  if (mailboxesLeft <= 0) return "mailbox_daily_limit_met";
  return "out_of_schedule";
}
