import type { ThreadNote } from "#modules/inbox/contract/notes.ts";
import { findThread } from "#modules/inbox/threads/read-thread.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { ThreadId } from "#platform/rules/ids.ts";
import { iso } from "#platform/rules/time.ts";
import { type NoteRow, selectThreadNotes } from "./store.ts";

/** All notes of a thread, the oldest first. Throws `not_found`. */
export async function listNotes(ctx: WorkspaceCtx, id: ThreadId): Promise<{ data: ThreadNote[] }> {
  await findThread(ctx, id);
  return { data: (await selectThreadNotes(ctx.db, ctx.workspaceId, id)).map(presentNote) };
}

export const presentNote = (row: NoteRow): ThreadNote => ({
  id: row.id,
  thread_id: row.threadId,
  author: { id: row.authorId, name: row.authorName },
  text: row.text,
  mentions: row.mentions,
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});
