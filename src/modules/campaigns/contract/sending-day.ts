import { z } from "zod";
import { SENDING_STATUS_CODES } from "#modules/campaigns/rules/states.ts";
import { Time } from "#platform/contract/common.ts";
import { Timezone } from "#platform/contract/schedule.ts";

/** Whose midnight begins the day; the workspace's zone when left out. */
export const SendingDayQuery = z.object({
  timezone: Timezone.optional().describe(
    "IANA time zone whose midnight begins the day; left out: that of the workspace.",
  ),
});
export type SendingDayQuery = z.output<typeof SendingDayQuery>;

/** One day of campaign mail in quarter hours: what left, and what will leave as far as can be foreseen. */
export const SendingDay = z.object({
  date: z.iso.date().describe("The day, YYYY-MM-DD: today in this time zone."),
  timezone: z.string().describe("IANA time zone whose midnight begins the day."),
  sent: z.int().describe("Campaign emails that left on this day."),
  planned: z
    .int()
    .describe("Campaign emails that will still leave, by windows, limits, gaps and what is due."),
  limit: z
    .int()
    .describe(
      "Emails that the mailboxes of active campaigns may send today, what they have sent included.",
    ),
  held: z
    .array(
      z.object({
        campaign_id: z.int().describe("The campaign."),
        campaign_name: z.string().describe("Its name."),
        mails: z.int().describe("Emails that are due today and will not leave."),
        has_more: z.boolean().describe("There are more than were counted, which are some 10,000."),
        code: z.enum(SENDING_STATUS_CODES).describe("What keeps them back."),
      }),
    )
    .describe(
      "Emails that are due today and will not leave, by campaign: of active ones, and of those that the product paused by itself, the newest 20 of each. The most come first.",
    ),
  quarters: z
    .array(
      z.object({
        at: Time.describe("When the quarter hour begins."),
        sent: z.int().describe("Campaign emails that left in it."),
        planned: z.int().describe("Campaign emails that will still leave in it."),
        open: z
          .boolean()
          .describe("Whether the window of an active campaign, of the newest 20, is open in it."),
      }),
    )
    .describe("The day in quarter hours: 96 of them; 92 or 100 where clocks change."),
});
export type SendingDay = z.output<typeof SendingDay>;
