import { z } from "zod";
import { BookingAnswer } from "#modules/inbox/contract/bookings.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { readCapped } from "#platform/http/read-capped.ts";
import type { Calendar } from "./settle-booking.ts";
import { takeBooking } from "./take-booking.ts";

const HookParams = z.object({
  token: z
    .string()
    .min(1)
    .max(200)
    .describe("Secret part of the URL, as connecting the calendar shows it."),
});

/** A calendar's news is a few kilobytes; the rest is for long answers of who books. */
const HOOK_BYTES = 1_024 * 1_024;

/** Calendars call it; the token in it is its key, beside a signature where the calendar signs. */
const bookingRoute = (calendar: Calendar, title: string) =>
  endpoint(
    {
      method: "POST",
      path: `/api/v1/hooks/${calendar}/:token`,
      scope: "public",
      action: null,
      summary: `${title} tells of a booking; the URL is minted when it is connected.`,
      description:
        "For the calendar alone: the token in the URL belongs to one workspace, and a signature is checked where the calendar signs. A booking of a lead is stored and sets the status of its thread.",
      params: HookParams,
      consumes: "other",
      maxBytes: HOOK_BYTES,
      answers: { 200: BookingAnswer },
      problems: ["signature_invalid", "conflict"],
    },
    async (ctx, { params, request }) => {
      const body = await readCapped(request.body, HOOK_BYTES);
      return ok(
        await takeBooking(ctx, calendar, { token: params.token, body, headers: request.headers }),
      );
    },
  );

export const bookingRoutes = [
  bookingRoute("calendly", "Calendly"),
  bookingRoute("cal_com", "Cal.com"),
];
