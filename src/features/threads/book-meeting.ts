import type { WorkspaceCtx } from "#core/ctx.ts";
import { openThread, selectLastMail, selectLeadId, selectThreadId } from "./booking-store.ts";
import { setThreadStatus } from "./set-status.ts";

/**
 * Marks the conversation of whoever booked as Meeting Booked, with all that comes of it; a lead who
 * never answered by mail gets one. False: nobody with that address was ever written to. Repeats do
 * nothing more.
 */
export async function bookMeeting(
  ctx: WorkspaceCtx,
  email: string,
  markedBy: string,
): Promise<boolean> {
  const { db, workspaceId } = ctx;
  const leadId = await selectLeadId(db, workspaceId, email);
  if (leadId === null) return false;
  let threadId = await selectThreadId(db, workspaceId, leadId);
  if (threadId === null) {
    const mail = await selectLastMail(db, workspaceId, leadId);
    if (!mail) return false;
    await openThread(db, workspaceId, leadId, mail, "Booked a meeting.", ctx.now());
    threadId = await selectThreadId(db, workspaceId, leadId);
  }
  if (threadId === null) return false;
  await setThreadStatus(ctx, threadId, "meeting_booked", markedBy);
  return true;
}
