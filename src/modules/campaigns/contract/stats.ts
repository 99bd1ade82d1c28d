import { z } from "zod";
import { FORESEEN_DAYS } from "#modules/campaigns/rules/forecast/hindsight.ts";
import { CONFIDENCES } from "#modules/campaigns/rules/winners/leader.ts";
import { RATE_DENOMINATORS } from "#modules/campaigns/rules/rates.ts";

/** What is counted. Machines' hits and senders' own views stand apart. */
export const Counters = z.object({
  contacted: z
    .int()
    .describe("Leads whose first email in a campaign left, was refused or is unknown."),
  sent: z.int().describe("Emails that servers accepted."),
  refused: z
    .int()
    .describe("Emails refused at once, since the address does not exist; also among bounces."),
  delivered: z.int().describe("Accepted, and not bounced afterwards: sent + refused - bounces."),
  failed: z.int().describe("Emails that failed, though not for an address that does not exist."),
  unknown: z.int().describe("Emails of which it is unknown whether a server accepted them."),
  opens: z.int().describe("Opens by people, repeated ones included."),
  unique_opens: z.int().describe("Emails that a person opened."),
  machine_opens: z.int().describe("Opens by scanners and image proxies."),
  clicks: z.int().describe("Clicks by people, repeated ones included."),
  unique_clicks: z.int().describe("Emails in which a person clicked a link."),
  machine_clicks: z.int().describe("Clicks by security scanners."),
  replies: z.int().describe("All replies by people."),
  unique_replies: z.int().describe("Leads who replied, once for each campaign."),
  positive_replies: z
    .int()
    .describe(
      "Leads with a reply of the category interested or meeting_request, once for each campaign.",
    ),
  auto_replies: z.int().describe("Automatic replies, such as out of office."),
  bounces: z.int().describe("Emails that bounced for good, at once or later."),
  soft_bounces: z.int().describe("Emails that bounced for a passing reason or were blocked."),
  unsubscribes: z.int().describe("Leads who unsubscribed by the link or a reply."),
  complaints: z.int().describe("Emails that were reported as spam."),
  meetings_booked: z.int().describe("Times a conversation was set to meeting_booked."),
  completed: z.int().describe("Leads who came to the end of the sequence."),
});
export type Counters = z.output<typeof Counters>;

const rate = z.number().nullable();
/** Shares from 0 to 1; null where there is nothing to divide by. */
const Rates = z.object({
  open_rate: rate.describe("unique_opens divided by delivered."),
  click_rate: rate.describe("unique_clicks divided by delivered."),
  reply_rate: rate.describe("unique_replies divided by contacted."),
  positive_reply_rate: rate.describe("Leads with a positive reply, of those contacted."),
  bounce_rate: rate.describe("bounces divided by sent + refused."),
  unsubscribe_rate: rate.describe("unsubscribes divided by delivered."),
  complaint_rate: rate.describe("complaints divided by delivered."),
  meeting_rate: rate.describe("meetings_booked divided by contacted."),
});

const denominators = Object.fromEntries(
  Object.entries(RATE_DENOMINATORS).map(([name, of]) => [
    name,
    z.literal(of).describe(`What the ${name} is a share of.`),
  ]),
);
const Denominators = z.object(denominators);
const Measured = z.object({
  ...Counters.shape,
  rates: Rates.describe("Shares of the counts beside them, 0 to 1; null: nothing to divide by."),
});

const DayStats = Measured.extend({ date: z.iso.date().describe("The day (UTC), YYYY-MM-DD.") });

/** A campaign's own line: what `stats` shows in lists and details. */
export const CampaignTotals = Measured.extend({
  leads: z
    .int()
    .describe(
      "Leads that were added to it, finished ones included; those who were taken out before any email do not count.",
    ),
  denominators: Denominators.describe("What each rate is a share of."),
});
export type CampaignTotals = z.output<typeof CampaignTotals>;

/** What a step did, in short. */
export const StepCounts = z.object({
  step_id: z.int().describe("Id of the step."),
  sent: z.int().describe("Emails that servers accepted."),
  delivered: z.int().describe("Of these, those that did not bounce afterwards."),
  unique_replies: z.int().describe("Leads that replied to one of them."),
});
export type StepCounts = z.output<typeof StepCounts>;

const ofStep = {
  step_id: z.int().describe("Id of the step."),
  position: z
    .int()
    .nullable()
    .describe("Place of the step in the sequence, from 1; null: it was deleted."),
};
const variant = z
  .string()
  .describe('Label of the variant; "control" is the text of the step itself.');

export const CampaignStats = CampaignTotals.extend({
  campaign_id: z.int().describe("The campaign."),
  pending: z.int().describe("Leads that wait for their first email."),
  by_step: z
    .array(Measured.extend(ofStep))
    .describe(
      "The same by step, in order. Leads count as contacted at the step of their first email, so the rates of contacted leads are null where no lead began. completed is 0 here.",
    ),
  by_variant: z
    .array(Measured.extend({ ...ofStep, variant }))
    .describe("The same by step and variant; also those that nobody gets any more."),
  leaders: z
    .array(
      z.object({
        ...ofStep,
        variant,
        reply_rate: z
          .number()
          .describe("unique_replies divided by delivered of this variant, 0 to 1."),
        confidence: z
          .enum(CONFIDENCES)
          .describe("high: it won its comparison, see GET .../contests. The others prove nothing."),
      }),
    )
    .describe(
      "Which variant of a step is answered most often per delivered email, as the counters stand now. It decides nothing.",
    ),
  by_day: z
    .array(DayStats)
    .describe(
      "The same by day of what happened, the oldest first; days without counts are left out.",
    ),
  by_mailbox: z
    .array(
      Measured.extend({
        mailbox_id: z.int().describe("Id of the mailbox."),
        email: z.string().nullable().describe("Its address; null: it is not known any more."),
      }),
    )
    .describe("The same by mailbox that sent. completed is 0 here."),
});
export type CampaignStats = z.output<typeof CampaignStats>;

/** Days of `by_day`, the last one today (UTC). */
export const StatsQuery = z.object({
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(366)
    .default(90)
    .describe("How many days by_day covers, 1 to 366; the last one is today (UTC)."),
});
export type StatsQuery = z.output<typeof StatsQuery>;

export const WorkspaceStats = Measured.extend({
  leads: z.int().describe("Leads that the workspace holds now."),
  enrolments: z
    .int()
    .describe("Places of leads in campaigns: a lead that was added to two counts twice."),
  denominators: Denominators.describe("What each rate is a share of."),
  campaigns: z
    .object({
      total: z.int().describe("All campaigns that were not deleted."),
      draft: z.int().describe("Campaigns that were never started."),
      active: z.int().describe("Campaigns that send."),
      paused: z.int().describe("Campaigns that a person or the product paused."),
      completed: z.int().describe("Campaigns whose leads are all finished."),
    })
    .describe("How many campaigns there are now, by status."),
  mailboxes: z
    .object({
      total: z.int().describe("All mailboxes that were not deleted."),
      active: z.int().describe("Mailboxes that may send."),
      paused: z.int().describe("Mailboxes that a person or the product paused."),
      connection_error: z
        .int()
        .describe("Mailboxes whose server cannot be reached or refuses the log-in."),
      sending_error: z.int().describe("Mailboxes whose server refuses them as a sender."),
      reconnect_required: z.int().describe("Mailboxes that wait for their owner's consent."),
      disabled: z.int().describe("Mailboxes that a person switched off."),
    })
    .describe("How many mailboxes there are now, by status."),
  by_day: z
    .array(DayStats)
    .describe(
      "The counts by day of what happened, within the days that were asked for, the oldest first; days without counts are left out.",
    ),
});
export type WorkspaceStats = z.output<typeof WorkspaceStats>;

const foreseen = z.int().min(0).nullable();

export const HindsightQuery = z.object({
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(90)
    .default(30)
    .describe("How many UTC days, counted back from yesterday."),
});
export type HindsightQuery = z.output<typeof HindsightQuery>;

export const Hindsight = z.object({
  campaign_id: z.int().describe("Id of the campaign."),
  days: z
    .array(
      z.object({
        date: z.iso.date().describe("The UTC day."),
        sent: z.int().describe("Emails that servers accepted on it."),
        foreseen_day_ahead: foreseen.describe(
          "What was foreseen of it on the day before; null where nothing was.",
        ),
        foreseen_week_ahead: foreseen.describe(
          "What was foreseen of it 7 days before; null where nothing was.",
        ),
      }),
    )
    .describe("The days that are asked for, oldest first."),
  horizons: z
    .array(
      z.object({
        days_ahead: z
          .int()
          .min(1)
          .max(FORESEEN_DAYS - 1)
          .describe("How many days before the day the forecast was made."),
        days: z.int().describe("Days that such a forecast exists of."),
        expected: z.int().describe("Emails foreseen of these days together."),
        sent: z.int().describe("Emails that left on them."),
        error: z
          .number()
          .nullable()
          .describe(
            "The differences of the days together, as a share of what was sent: 0.1 is 10 %. Null where nothing was sent.",
          ),
      }),
    )
    .describe("How far forecasts were off, by how far they looked ahead."),
});
export type Hindsight = z.output<typeof Hindsight>;
