import type { BookingAnswer } from "#contract/integrations.ts";
import { inWorkspace, type PublicCtx } from "#core/ctx.ts";
import { AppError } from "#domain/errors.ts";
import {
  calComBooking,
  calendlyBooking,
  isSignedByCalCom,
  isSignedByCalendly,
} from "#domain/integrations/booking.ts";
import { bookMeeting } from "#features/threads/book-meeting.ts";
import { assertJson } from "#http/body.ts";
import { openCalendar } from "./calendar-secret.ts";
import { tokenHash } from "./calendar-token.ts";
import { insertBooking, isTaken, selectByToken } from "./store.ts";

export type Calendar = "calendly" | "cal_com";

/**
 * Takes what a calendar tells: a booking by a lead's address marks its conversation Meeting Booked,
 * once. Throws `not_found` for a URL that nobody minted, `signature_invalid` where the calendar
 * signs and this was not signed by it, `malformed_request` for what is no JSON.
 */
export async function takeBooking(
  ctx: PublicCtx,
  calendar: Calendar,
  call: { readonly token: string; readonly body: string; readonly headers: Headers },
): Promise<BookingAnswer> {
  const found = await selectByToken(ctx.db, calendar, tokenHash(call.token));
  if (!found?.secret) throw new AppError("not_found", "There is nothing at this address.");
  const inside = inWorkspace(ctx, found.workspaceId);
  const { signing } = await openCalendar(inside, found.secret);
  if (signing !== null && !isSigned(calendar, call, signing, ctx)) {
    throw new AppError("signature_invalid", "This was not signed with the secret of this URL.");
  }
  assertJson(call.body);
  const read = calendar === "calendly" ? calendlyBooking : calComBooking;
  const booking = read(JSON.parse(call.body));
  if (!booking) return { status: "ignored" };
  const { db, workspaceId } = inside;
  if (booking.key !== "" && (await isTaken(db, workspaceId, calendar, booking.key))) {
    return { status: "repeated" };
  }
  let isLead = false;
  for (const email of booking.emails) {
    isLead = (await bookMeeting(inside, email, `integration:${calendar}`)) || isLead;
  }
  // Written last: a call that dies before is made again, and marking twice is marking once.
  if (isLead && booking.key !== "") {
    await insertBooking(db, workspaceId, calendar, booking.key, ctx.now());
  }
  return { status: isLead ? "booked" : "unknown_lead" };
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
