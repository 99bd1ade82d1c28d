import type { BookingAnswer } from "#modules/inbox/contract/bookings.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { ThreadId } from "#platform/rules/ids.ts";
import type { Booking } from "#modules/inbox/rules/bookings/booking.ts";
import { bookMeeting, findThreadOf, markShow, unbookMeeting } from "./book-meeting.ts";
import {
  type BookingRow,
  hasOtherBooking,
  keepBooking,
  selectBooking,
} from "./known-bookings-store.ts";

export type Calendar = "calendly" | "cal_com";
type Answer = BookingAnswer["status"];

const bySign = (calendar: Calendar): string => `integration:${calendar}`;

/**
 * Applies what a calendar reports, once, in whatever order it comes. A meeting is reported once,
 * however often its time changes, and nothing here undoes what a person decided.
 */
export async function settleBooking(
  ctx: WorkspaceCtx,
  calendar: Calendar,
  booking: Booking,
): Promise<Answer> {
  const known = await selectBooking(ctx.db, ctx.workspaceId, calendar, booking.key);
  switch (booking.is) {
    case "booked":
      return takeBooked(ctx, calendar, booking, known);
    case "cancelled":
      return known?.state === "cancelled" ? "repeated" : cancel(ctx, calendar, booking, known);
    case "no_show":
    case "showed": {
      const found = await threadsOf(ctx, booking, known);
      for (const id of found) await markShow(ctx, id, booking.is === "showed", bySign(calendar));
      return found.length > 0 ? booking.is : "unknown_lead";
    }
  }
}

async function takeBooked(
  ctx: WorkspaceCtx,
  calendar: Calendar,
  booking: Booking,
  known: BookingRow | null,
): Promise<Answer> {
  const { db, workspaceId } = ctx;
  const { formerKey, key, at } = booking;
  const former = await selectBooking(db, workspaceId, calendar, formerKey);
  // Cancelled before it was reported: the meeting that it moved is off as well.
  if (known?.state === "cancelled" && former?.state === "booked") {
    await cancel(ctx, calendar, { ...booking, key: formerKey }, former);
  }
  if (known) return "repeated";
  const isMove = formerKey !== "";
  const marked = [];
  const linked = booking.linked === "" ? [] : [booking.linked];
  for (const email of [...booking.emails, ...linked]) {
    // Who booked counts before whom the link was made for.
    if (email === booking.linked && marked.length > 0) break;
    const how = { markedBy: bySign(calendar), at, isMove, isKnown: former !== null };
    const one = await bookMeeting(ctx, email, how);
    if (one) marked.push(one);
  }
  const [first] = marked;
  if (!first) return "unknown_lead";
  // Written last: a call that dies before is made again, and marking twice is marking once.
  const row = {
    provider: calendar,
    key,
    state: "booked",
    threadId: first.threadId,
    previousStatus: former?.previousStatus ?? first.previous,
  } as const;
  await keepBooking(db, workspaceId, row, ctx.now());
  if (former) await keepBooking(db, workspaceId, { ...former, state: "moved" }, ctx.now());
  return isMove ? "rescheduled" : "booked";
}

/** One that was moved is over already; its conversation belongs to the new time. */
async function cancel(
  ctx: WorkspaceCtx,
  calendar: Calendar,
  booking: Booking,
  known: BookingRow | null,
): Promise<Answer> {
  const { db, workspaceId } = ctx;
  if (known?.state === "moved") return "ignored";
  const found = await threadsOf(ctx, booking, known);
  for (const id of found) {
    if (await hasOtherBooking(db, workspaceId, id, booking.key)) continue;
    // For a booking that was never reported nothing was marked.
    const back = known?.threadId === id ? (known.previousStatus ?? "open") : "open";
    if (known) await unbookMeeting(ctx, id, back, bySign(calendar));
  }
  const row = { threadId: null, previousStatus: null, provider: calendar, key: booking.key };
  // Also for unknown people: a booking that is reported after its cancellation must not book.
  await keepBooking(db, workspaceId, { ...row, state: "cancelled" }, ctx.now());
  return found.length > 0 ? "cancelled" : "unknown_lead";
}

/** Conversations that a booking is about: those of whom it names, else the one that it marked. */
async function threadsOf(
  ctx: WorkspaceCtx,
  { emails }: Booking,
  known: BookingRow | null,
): Promise<readonly ThreadId[]> {
  const found = await Promise.all(emails.map((email) => findThreadOf(ctx, email)));
  const ids = found.flatMap((thread) => (thread ? [thread.id] : []));
  if (known?.threadId != null) ids.push(known.threadId);
  return [...new Set(ids)];
}
