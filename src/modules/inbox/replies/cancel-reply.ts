import { trackingSecrets } from "#platform/ctx/settings.ts";
import type { Message } from "#modules/inbox/contract/threads.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError, notFound } from "#platform/rules/errors.ts";
import type { MessageId, ThreadId } from "#platform/rules/ids.ts";
import { presentMessage } from "#modules/inbox/threads/present.ts";
import { selectMessage } from "#modules/inbox/threads/store.ts";
import { clearDraftOf } from "#modules/inbox/attachments/clear-drafts.ts";
import { cancelMail } from "./queue-store.ts";

/**
 * Takes back a reply that has not reached a server; it stays in the thread as cancelled. A cancelled
 * one is answered as it is. Throws `not_found` for what no person wrote in this thread, and
 * `invalid_state` once it is too late.
 */
export async function cancelReply(
  ctx: WorkspaceCtx,
  threadId: ThreadId,
  id: MessageId,
): Promise<Message> {
  const { db, workspaceId } = ctx;
  await runBatch(db, cancelMail(db, workspaceId, { threadId, id }, ctx.now()));
  const row = await selectMessage(db, workspaceId, id);
  if (row?.mail?.threadId !== threadId) throw notFound("message");
  if (row.mail.state !== "cancelled") {
    throw new AppError("invalid_state", "This reply can no longer be taken back: it has left.");
  }
  if (row.message.attachments.length > 0) await clearDraftOf(ctx, row.message.messageId);
  return presentMessage(row, trackingSecrets(ctx.settings));
}
