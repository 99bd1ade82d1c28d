import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { ThreadId, UnixMs } from "#platform/rules/ids.ts";
import type { ThreadStatus } from "#modules/campaigns/rules/thread-status.ts";
import { openThread, selectLastMail, selectLeadId, selectLatestThread } from "./booking-store.ts";
import { setThreadStatus } from "#modules/inbox/threads/set-status.ts";

/** The statuses that a calendar may replace; the others were set by a person. */
const UNDECIDED: readonly ThreadStatus[] = [
  "open",
  "interested",
  "information_requested",
  "out_of_office",
  "no_show",
];

export type Marked = { readonly threadId: ThreadId; readonly previous: ThreadStatus };

/**
 * Marks the thread of the person who booked as Meeting Booked, with all effects; a lead without a
 * thread gets one. What a person decided stays, unless it is a new booking that was made since.
 * `isMove`: another time for a meeting; it is reported only if the first was not (`isKnown`). Null:
 * no mail was ever sent to that address. Repeats do nothing more.
 */
export async function bookMeeting(
  ctx: WorkspaceCtx,
  email: string,
  booking: {
    readonly markedBy: string;
    readonly at: UnixMs | null;
    readonly isMove: boolean;
    readonly isKnown: boolean;
  },
): Promise<Marked | null> {
  const thread = (await findThreadOf(ctx, email)) ?? (await openFor(ctx, email));
  if (!thread) return null;
  const isLate = booking.at !== null && booking.at < thread.updatedAt;
  const from = booking.isMove || isLate ? UNDECIDED : null;
  await setThreadStatus(ctx, thread.id, "meeting_booked", booking.markedBy, {
    from,
    isQuiet: booking.isKnown,
  });
  return { threadId: thread.id, previous: thread.status };
}

/** The conversation of the lead with this address; null where there is none. */
export async function findThreadOf({ db, workspaceId }: WorkspaceCtx, email: string) {
  const leadId = await selectLeadId(db, workspaceId, email);
  return leadId === null ? null : selectLatestThread(db, workspaceId, leadId);
}

async function openFor({ db, workspaceId, now }: WorkspaceCtx, email: string) {
  const leadId = await selectLeadId(db, workspaceId, email);
  const mail = leadId === null ? null : await selectLastMail(db, workspaceId, leadId);
  if (leadId === null || !mail) return null;
  await openThread(db, workspaceId, leadId, mail, "Booked a meeting.", now());
  return selectLatestThread(db, workspaceId, leadId);
}

/** A meeting that will not be: the conversation is what it was, if it still waits for the meeting. */
export const unbookMeeting = (
  ctx: WorkspaceCtx,
  threadId: ThreadId,
  back: ThreadStatus,
  markedBy: string,
): Promise<void> =>
  changeQuietly(ctx, threadId, {
    from: "meeting_booked",
    to: back === "meeting_booked" ? "open" : back,
    markedBy,
  });

/** Nobody came to the meeting, or somebody did after all. */
export const markShow = (
  ctx: WorkspaceCtx,
  threadId: ThreadId,
  hasCome: boolean,
  markedBy: string,
): Promise<void> =>
  changeQuietly(
    ctx,
    threadId,
    hasCome
      ? { from: "no_show", to: "meeting_booked", markedBy }
      : { from: "meeting_booked", to: "no_show", markedBy },
  );

async function changeQuietly(
  ctx: WorkspaceCtx,
  threadId: ThreadId,
  how: { readonly from: ThreadStatus; readonly to: ThreadStatus; readonly markedBy: string },
): Promise<void> {
  try {
    const limits = { from: [how.from], isQuiet: true };
    await setThreadStatus(ctx, threadId, how.to, how.markedBy, limits);
  } catch (error) {
    // Deleted since: there is nothing to give back.
    if (!(error instanceof AppError && error.code === "not_found")) throw error;
  }
}
