import { z } from "zod";
import { Time } from "./common.ts";
import { Timezone } from "./schedule.ts";

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
