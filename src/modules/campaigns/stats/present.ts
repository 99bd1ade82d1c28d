import type { CampaignTotals, Counters } from "#modules/campaigns/contract/stats.ts";
import {
  deliveredOf,
  RATE_DENOMINATORS,
  type Rates,
  ratesOf,
} from "#modules/campaigns/rules/rates.ts";
import type { StatsRow } from "./read-store.ts";

/** A line's counters and rates; zeros where there is no line. */
export function measured(row: StatsRow | null | undefined): Counters & { rates: Rates } {
  const sent = row?.sent ?? 0;
  const refused = row?.refused ?? 0;
  const bounces = row?.bounces ?? 0;
  const counters = {
    contacted: row?.contacted ?? 0,
    sent,
    refused,
    delivered: deliveredOf({ sent, refused, bounces }),
    failed: row?.failed ?? 0,
    unknown: row?.unknown ?? 0,
    opens: row?.opens ?? 0,
    unique_opens: row?.uniqueOpens ?? 0,
    machine_opens: row?.machineOpens ?? 0,
    clicks: row?.clicks ?? 0,
    unique_clicks: row?.uniqueClicks ?? 0,
    machine_clicks: row?.machineClicks ?? 0,
    replies: row?.replies ?? 0,
    unique_replies: row?.uniqueReplies ?? 0,
    positive_replies: row?.positiveReplies ?? 0,
    auto_replies: row?.autoReplies ?? 0,
    bounces,
    soft_bounces: row?.softBounces ?? 0,
    unsubscribes: row?.unsubscribes ?? 0,
    complaints: row?.complaints ?? 0,
    meetings_booked: row?.meetingsBooked ?? 0,
    completed: row?.completed ?? 0,
  };
  return { ...counters, rates: ratesOf(counters) };
}

export const presentTotals = (row: StatsRow | null | undefined): CampaignTotals => ({
  leads: row?.leads ?? 0,
  ...measured(row),
  denominators: { ...RATE_DENOMINATORS },
});
