import { z } from "zod";
import { FORESEEN_DAYS } from "#modules/campaigns/rules/forecast/hindsight.ts";

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
