import { z } from "zod";
import { REPLY_CATEGORIES } from "#modules/delivery/rules/reply-categories.ts";

export const ReplyFiguresQuery = z.object({
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(366)
    .default(90)
    .describe("UTC days, the last one today."),
});
export type ReplyFiguresQuery = z.output<typeof ReplyFiguresQuery>;

/** What leads wrote back, day by day. */
export const ReplyFigures = z
  .object({
    campaign_id: z.int().describe("Id of the campaign."),
    by_day: z
      .array(
        z.object({
          date: z.iso.date().describe("Day in UTC on which they were written."),
          category: z
            .enum(REPLY_CATEGORIES)
            .describe("What they say; a person's word for the thread goes before what was read."),
          messages: z.int().describe("How many messages."),
        }),
      )
      .describe("By day and category, the oldest first; what is none is left out."),
  })
  .meta({
    examples: [
      {
        campaign_id: 12,
        by_day: [{ date: "2026-11-23", category: "interested", messages: 3 }],
      },
    ],
  });
export type ReplyFigures = z.output<typeof ReplyFigures>;
