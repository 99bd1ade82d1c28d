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
  contacted: z
    .int()
    .describe("Leads whose first email in a campaign left, was refused or is unknown."),
  sent: z.int().describe("Emails that servers accepted."),
  refused: z
    .int()
    .describe("Emails refused at once, since the address does not exist; also among bounces."),
  delivered: z.int().describe("Accepted, and not bounced afterwards: sent + refused - bounces."),
  unique_opens: z.int().describe("Emails that a person opened."),
  unique_clicks: z.int().describe("Emails in which a person clicked a link."),
  unique_replies: z.int().describe("Leads who replied, once for each campaign."),
  positive_replies: z.int().describe("Leads whose reply shows interest, or asks for a meeting."),
  bounces: z.int().describe("Emails that bounced for good, at once or later."),
  unsubscribes: z.int().describe("Leads who unsubscribed by the link or a reply."),
  meetings_booked: z.int().describe("Times a conversation was set to meeting_booked."),
});
export type Sums = z.output<typeof Sums>;

/** Shares from 0 to 1; null where there is nothing to divide by. */
const ReportRates = z.object({
  open_rate: rate.describe("unique_opens divided by delivered."),
  click_rate: rate.describe("unique_clicks divided by delivered."),
  reply_rate: rate.describe("unique_replies divided by contacted."),
  positive_reply_rate: rate.describe("Leads with a positive reply, of those contacted."),
  bounce_rate: rate.describe("bounces divided by sent + refused."),
  unsubscribe_rate: rate.describe("unsubscribes divided by delivered."),
  meeting_rate: rate.describe("meetings_booked divided by contacted."),
});
export type ReportRates = z.output<typeof ReportRates>;

/** Days (UTC) that the report covers, both ends included. */
const Range = z.object({
  from: z.iso.date().describe("The first day (UTC), YYYY-MM-DD."),
  to: z.iso.date().describe("The last day (UTC), YYYY-MM-DD: today."),
  days: z.int().describe("How many days it covers, both ends included."),
});
const Day = Sums.extend({ date: z.iso.date().describe("The day (UTC), YYYY-MM-DD.") });

const days = z.coerce
  .number()
  .int()
  .min(1)
  .max(366)
  .default(90)
  .describe("How many days it covers, 1 to 366; the last one is today (UTC).");

export const ReportStatsQuery = z.object({ days });
export const ReportStats = z.object({
  workspace: z
    .object({
      name: z.string().describe("Name of the workspace."),
      logo: z
        .string()
        .nullable()
        .describe("Address of the logo of the workspace, else of its brand; null: there is none."),
    })
    .describe("Whose report it is."),
  branding: BrandShown.describe(
    "Name and look of the page around it: the white label of the workspace, else the installation's.",
  ),
  range: Range.describe("The days that it covers."),
  totals: Sums.describe("What happened on these days, together."),
  rates: ReportRates.describe("Shares of totals, 0 to 1; null: nothing to divide by."),
  all_time: z
    .object({
      totals: Sums.describe("What happened so far, on all days."),
      rates: ReportRates.describe("Shares of totals, 0 to 1; null: nothing to divide by."),
    })
    .describe("The same of all days so far."),
  by_day: z.array(Day).describe("Every day of the range, the oldest first; quiet ones too."),
});
export type ReportStats = z.output<typeof ReportStats>;

export const ReportCampaignsQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1).describe("Page number from 1."),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .default(DEFAULT_LIMIT)
    .transform((n) => Math.min(n, MAX_LIMIT))
    .describe("Records a page; above 200 is answered with 200."),
});
export type ReportCampaignsQuery = z.output<typeof ReportCampaignsQuery>;

/** Campaigns that were started, the newest start first. */
export const ReportCampaigns = listOf(
  Sums.extend({
    name: z
      .string()
      .describe("Name of the campaign; `Campaign 3` where the workspace does not show names."),
    status: z.enum(CAMPAIGN_STATUSES).describe("Status of the campaign now."),
    started_at: NullableTime.describe("When it was started for the first time; never null here."),
    leads: z
      .int()
      .describe(
        "Leads that were added to it, finished ones included; those who were taken out before any email do not count.",
      ),
    rates: ReportRates.describe(
      "Shares of the counts beside them, 0 to 1; null: nothing to divide by.",
    ),
  }),
);
export type ReportCampaigns = z.output<typeof ReportCampaigns>;

export const REPORT_INTERVALS = ["day", "week", "month"] as const;
export const ReportTimelineQuery = z.object({
  days,
  interval: z
    .enum(REPORT_INTERVALS)
    .default("day")
    .describe("How long a point is: a day, a week from Monday, or a month."),
});
export type ReportTimelineQuery = z.output<typeof ReportTimelineQuery>;
export const ReportTimeline = z.object({
  range: Range.describe("The days that it covers."),
  interval: z.enum(REPORT_INTERVALS).describe("How long a point is."),
  points: z
    .array(
      Day.extend({
        date: z.iso
          .date()
          .describe(
            "First day (UTC) of the interval, YYYY-MM-DD: Monday of a week, the first of a month. Only days of the range are counted.",
          ),
        rates: ReportRates.describe(
          "Shares of the counts beside them, 0 to 1; null: nothing to divide by.",
        ),
      }),
    )
    .describe("One for each interval of the range, the oldest first."),
});
export type ReportTimeline = z.output<typeof ReportTimeline>;
