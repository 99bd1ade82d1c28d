import type { BookingAnswer } from "#modules/inbox/contract/bookings.ts";
import { inWorkspace, type PublicCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import {
  calComBooking,
  calendlyBooking,
  isSignedByCalCom,
  isSignedByCalendly,
} from "#modules/inbox/rules/bookings/booking.ts";
import { assertJson } from "#platform/http/body.ts";
import { openCalendar, tokenHash } from "./calendar-secret.ts";
import { type Calendar, settleBooking } from "./settle-booking.ts";
import { connectionByToken } from "#modules/events/integrations/list-integrations.ts";

/**
 * Takes what a calendar reports. A booking by a lead's address marks its thread Meeting Booked,
 * once; a cancellation restores the thread's status, and a no-show is noted. Throws `not_found` for
 * a URL that nobody minted, `signature_invalid` where the calendar signs and this was not signed by
 * it, `malformed_request` for what is no JSON.
 */
export async function takeBooking(
  ctx: PublicCtx,
  calendar: Calendar,
  call: { readonly token: string; readonly body: string; readonly headers: Headers },
): Promise<BookingAnswer> {
  const found = await connectionByToken(ctx, calendar, tokenHash(call.token));
  if (!found?.secret) throw new AppError("not_found", "Not found.");
  const inside = inWorkspace(ctx, found.workspaceId);
  const { signing } = await openCalendar(inside, found.secret);
  if (signing !== null && !isSigned(calendar, call, signing, ctx)) {
    throw new AppError("signature_invalid", "The signature does not match the secret of this URL.");
  }
  assertJson(call.body);
  const read = calendar === "calendly" ? calendlyBooking : calComBooking;
  const booking = read(JSON.parse(call.body));
  if (!booking) return { status: "ignored" };
  return { status: await settleBooking(inside, calendar, booking) };
}

const isSigned = (
  calendar: Calendar,
  call: { readonly body: string; readonly headers: Headers },
  signing: string,
  ctx: PublicCtx,
): boolean =>
  calendar === "calendly"
    ? isSignedByCalendly(
        call.headers.get("calendly-webhook-signature"),
        call.body,
        signing,
        ctx.now(),
      )
    : isSignedByCalCom(call.headers.get("x-cal-signature-256"), call.body, signing);
