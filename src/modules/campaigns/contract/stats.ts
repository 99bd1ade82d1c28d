import { z } from "zod";
import { CONFIDENCES } from "#modules/campaigns/rules/winners/leader.ts";
import { RATE_DENOMINATORS } from "#modules/campaigns/rules/rates.ts";

/** What is counted. Machines' hits and senders' own views stand apart. */
export const Counters = z.object({
  contacted: z.int(),
  /** Mails that servers accepted. */
  sent: z.int(),
  /** Addresses that a server refused at once; they are among the bounces. */
  refused: z.int(),
  /** Accepted, and not bounced afterwards: sent + refused - bounces. */
  delivered: z.int(),
  failed: z.int(),
  unknown: z.int(),
  opens: z.int(),
  unique_opens: z.int(),
  machine_opens: z.int(),
  clicks: z.int(),
  unique_clicks: z.int(),
  machine_clicks: z.int(),
  replies: z.int(),
  unique_replies: z.int(),
  positive_replies: z
    .int()
    .describe(
      "Leads with a reply of the category interested or meeting_request, once for each campaign.",
    ),
  auto_replies: z.int(),
  bounces: z.int(),
  soft_bounces: z.int(),
  unsubscribes: z.int(),
  complaints: z.int(),
  meetings_booked: z.int(),
  completed: z.int(),
});
export type Counters = z.output<typeof Counters>;

const rate = z.number().nullable();
/** Shares from 0 to 1; null where there is nothing to divide by. */
const Rates = z.object({
  open_rate: rate,
  click_rate: rate,
  reply_rate: rate,
  positive_reply_rate: rate.describe("Leads with a positive reply, of those contacted."),
  bounce_rate: rate,
  unsubscribe_rate: rate,
  complaint_rate: rate,
  meeting_rate: rate,
});

const denominators = Object.fromEntries(
  Object.entries(RATE_DENOMINATORS).map(([name, of]) => [
    name,
    z.literal(of).describe(`What the ${name} is a share of.`),
  ]),
);
const Measured = z.object({ ...Counters.shape, rates: Rates });

const DayStats = Measured.extend({ date: z.iso.date() });

/** A campaign's own line: what `stats` shows in lists and details. */
export const CampaignTotals = Measured.extend({
  leads: z.int(),
  denominators: z.object(denominators),
});
export type CampaignTotals = z.output<typeof CampaignTotals>;

export const CampaignStats = CampaignTotals.extend({
  campaign_id: z.int(),
  /** Leads that wait for their first mail. */
  pending: z.int(),
  by_step: z.array(Measured.extend({ step_id: z.int(), position: z.int().nullable() })),
  by_variant: z.array(
    Measured.extend({ step_id: z.int(), position: z.int().nullable(), variant: z.string() }),
  ),
  leaders: z
    .array(
      z.object({
        step_id: z.int(),
        position: z.int().nullable(),
        variant: z.string(),
        reply_rate: z.number(),
        confidence: z
          .enum(CONFIDENCES)
          .describe("high: it won its comparison, see GET .../contests. The others prove nothing."),
      }),
    )
    .describe(
      "Which variant of a step is answered most often per delivered email, as the counters stand now. It decides nothing.",
    ),
  by_day: z.array(DayStats),
  by_mailbox: z.array(Measured.extend({ mailbox_id: z.int(), email: z.string().nullable() })),
});
export type CampaignStats = z.output<typeof CampaignStats>;

/** Days of `by_day`, the last one today (UTC). */
export const StatsQuery = z.object({
  days: z.coerce.number().int().min(1).max(366).default(90),
});
export type StatsQuery = z.output<typeof StatsQuery>;

export const WorkspaceStats = Measured.extend({
  /** Leads that the workspace holds. */
  leads: z.int(),
  /** Places of leads in campaigns. */
  enrolments: z.int(),
  denominators: z.object(denominators),
  campaigns: z.object({
    total: z.int(),
    draft: z.int(),
    active: z.int(),
    paused: z.int(),
    completed: z.int(),
  }),
  mailboxes: z.object({
    total: z.int(),
    active: z.int(),
    paused: z.int(),
    connection_error: z.int(),
    sending_error: z.int(),
    reconnect_required: z.int().describe("Mailboxes that wait for their owner's consent."),
    disabled: z.int(),
  }),
  by_day: z.array(DayStats),
});
export type WorkspaceStats = z.output<typeof WorkspaceStats>;
