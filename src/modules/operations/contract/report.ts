import { z } from "zod";
import { CAMPAIGN_STATUSES } from "#platform/rules/choices.ts";
import { BrandShown } from "#modules/accounts/contract/brands.ts";
import { DEFAULT_LIMIT, listOf, MAX_LIMIT, NullableTime } from "#platform/contract/common.ts";

/*
 * The public report: sums of a workspace, for anyone who knows its slug. No
 * id, address, person or copy is in it.
 */

const rate = z.number().nullable();
const Sums = z.object({
  contacted: z.int(),
  /** Mails that servers accepted. */
  sent: z.int(),
  /** Addresses that a server refused at once; they are among the bounces. */
  refused: z.int(),
  /** Accepted, and not bounced afterwards: sent + refused - bounces. */
  delivered: z.int(),
  unique_opens: z.int(),
  unique_clicks: z.int(),
  unique_replies: z.int(),
  positive_replies: z.int().describe("Leads whose reply shows interest, or asks for a meeting."),
  bounces: z.int(),
  unsubscribes: z.int(),
  meetings_booked: z.int(),
});
export type Sums = z.output<typeof Sums>;

/** Shares from 0 to 1; null where there is nothing to divide by. */
const ReportRates = z.object({
  open_rate: rate,
  click_rate: rate,
  reply_rate: rate,
  positive_reply_rate: rate.describe("Leads with a positive reply, of those contacted."),
  bounce_rate: rate,
  unsubscribe_rate: rate,
  meeting_rate: rate,
});
export type ReportRates = z.output<typeof ReportRates>;

/** Days (UTC) that the report covers, both ends included. */
const Range = z.object({ from: z.iso.date(), to: z.iso.date(), days: z.int() });
const Day = Sums.extend({ date: z.iso.date() });

const days = z.coerce.number().int().min(1).max(366).default(90);

export const ReportStatsQuery = z.object({ days });
export const ReportStats = z.object({
  workspace: z.object({ name: z.string(), logo: z.string().nullable() }),
  branding: BrandShown.describe(
    "Name and look of the page around it: the white label of the workspace, else the installation's.",
  ),
  range: Range,
  /** Of the range. */
  totals: Sums,
  rates: ReportRates,
  all_time: z.object({ totals: Sums, rates: ReportRates }),
  /** Every day of the range, quiet ones too. */
  by_day: z.array(Day),
});
export type ReportStats = z.output<typeof ReportStats>;

export const ReportCampaignsQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .default(DEFAULT_LIMIT)
    .transform((n) => Math.min(n, MAX_LIMIT)),
});
export type ReportCampaignsQuery = z.output<typeof ReportCampaignsQuery>;

/** Campaigns that were started, the newest start first. */
export const ReportCampaigns = listOf(
  Sums.extend({
    /** `Campaign 3` where the workspace does not show names. */
    name: z.string(),
    status: z.enum(CAMPAIGN_STATUSES),
    started_at: NullableTime,
    leads: z.int(),
    rates: ReportRates,
  }),
);
export type ReportCampaigns = z.output<typeof ReportCampaigns>;

export const REPORT_INTERVALS = ["day", "week", "month"] as const;
export const ReportTimelineQuery = z.object({
  days,
  interval: z.enum(REPORT_INTERVALS).default("day"),
});
export type ReportTimelineQuery = z.output<typeof ReportTimelineQuery>;
export const ReportTimeline = z.object({
  range: Range,
  interval: z.enum(REPORT_INTERVALS),
  /** Each with the first day of its interval; weeks begin on Monday. */
  points: z.array(Day.extend({ rates: ReportRates })),
});
export type ReportTimeline = z.output<typeof ReportTimeline>;
