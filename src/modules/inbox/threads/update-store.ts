import { and, eq } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import type { ThreadId, WorkspaceId } from "#platform/rules/ids.ts";

/** Answers whether the thread is still there. */
export async function writeThread(
  db: Db,
  workspaceId: WorkspaceId,
  id: ThreadId,
  patch: Partial<
    Pick<
      typeof threads.$inferInsert,
      "isUnread" | "assignedTo" | "snoozedUntil" | "tags" | "updatedAt"
    >
  >,
): Promise<boolean> {
  const rows = await db
    .update(threads)
    .set(patch)
    .where(and(eq(threads.workspaceId, workspaceId), eq(threads.id, id)))
    .returning({ id: threads.id });
  return rows.length > 0;
}
