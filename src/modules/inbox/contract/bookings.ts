import { z } from "zod";

/** What a calendar is answered: whether the booking is a lead's. */
export const BookingAnswer = z.object({
  status: z.enum([
    "booked",
    "rescheduled",
    "cancelled",
    "no_show",
    "showed",
    "repeated",
    "unknown_lead",
    "ignored",
  ]),
});
export type BookingAnswer = z.output<typeof BookingAnswer>;
