import { z } from "zod";
import { SENDING_STATUS_CODES } from "#modules/campaigns/rules/states.ts";
import { Time } from "#platform/contract/common.ts";
import { Timezone } from "#platform/contract/schedule.ts";

/** Whose midnight begins the day; the workspace's zone when left out. */
export const SendingDayQuery = z.object({ timezone: Timezone.optional() });
export type SendingDayQuery = z.output<typeof SendingDayQuery>;

/** One day of campaign mail in quarter hours: what left, and what will leave as far as can be foreseen. */
export const SendingDay = z.object({
  date: z.iso.date(),
  timezone: z.string(),
  /** Campaign mails that left on this day. */
  sent: z.int(),
  /** Campaign mails that will still leave, by windows, limits, gaps and what is due. */
  planned: z.int(),
  /** Mails that the mailboxes of active campaigns may send today, what they have sent included. */
  limit: z.int(),
  /**
   * Mails that are due today and will not leave, by campaign and the rule that keeps them: of active
   * campaigns, and of those that the product paused by itself. The most come first.
   */
  held: z.array(
    z.object({
      campaign_id: z.int(),
      campaign_name: z.string(),
      mails: z.int(),
      /** There are more than were counted. */
      has_more: z.boolean(),
      code: z.enum(SENDING_STATUS_CODES),
    }),
  ),
  quarters: z.array(
    z.object({
      at: Time,
      sent: z.int(),
      planned: z.int(),
      /** The window of an active campaign is open then. */
      open: z.boolean(),
    }),
  ),
});
export type SendingDay = z.output<typeof SendingDay>;
