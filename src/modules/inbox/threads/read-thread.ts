import { trackingSecrets } from "#platform/ctx/settings.ts";
import type { ThreadWithMessages } from "#modules/inbox/contract/threads.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { ThreadId } from "#platform/rules/ids.ts";
import { presentMessage, presentThread } from "./present.ts";
import { selectMessages, selectThread, type ThreadRow } from "./store.ts";

/** A conversation may be endless; people read its end. */
const MAX_MESSAGES = 200;

/** A thread with its newest 200 messages, oldest first. Throws `not_found`. Reading changes nothing. */
export async function readThread(ctx: WorkspaceCtx, id: ThreadId): Promise<ThreadWithMessages> {
  const row = await findThread(ctx, id);
  const messages = await selectMessages(ctx.db, ctx.workspaceId, row.thread, MAX_MESSAGES);
  const secrets = trackingSecrets(ctx.settings);
  return {
    ...presentThread(row),
    messages: messages.map((message) => presentMessage(message, secrets)),
  };
}

/** A thread's row with its names. Throws `not_found`, also for another workspace's. */
export async function findThread(ctx: WorkspaceCtx, id: ThreadId): Promise<ThreadRow> {
  const row = await selectThread(ctx.db, ctx.workspaceId, id);
  if (!row) throw notFound("thread");
  return row;
}
