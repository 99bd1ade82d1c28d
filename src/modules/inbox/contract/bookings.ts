import { z } from "zod";

/** What a calendar is answered: whether the booking is a lead's. */
export const BookingAnswer = z
  .object({
    status: z
      .enum([
        "booked",
        "rescheduled",
        "cancelled",
        "no_show",
        "showed",
        "repeated",
        "unknown_lead",
        "ignored",
      ])
      .describe(
        "What was done; `repeated`: it was known already, `unknown_lead`: no lead has the address, `ignored`: it is of no interest.",
      ),
  })
  .meta({ examples: [{ status: "booked" }] });
export type BookingAnswer = z.output<typeof BookingAnswer>;
