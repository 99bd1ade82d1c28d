import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { MessageId, ThreadId } from "#platform/rules/ids.ts";
import { findThread } from "./read-thread.ts";
import { type MessageRow, selectMessageOf } from "./store.ts";

/** A message of that thread. Throws `not_found`. */
export async function findMessage(
  ctx: WorkspaceCtx,
  threadId: ThreadId,
  id: MessageId,
): Promise<MessageRow> {
  const { thread } = await findThread(ctx, threadId);
  const row = await selectMessageOf(ctx.db, ctx.workspaceId, thread, id);
  if (!row) throw notFound("message");
  return row;
}
