import { and, eq } from "drizzle-orm";
import { type Db, runBatch, type Statement } from "#platform/db/db.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import type { ThreadId, WorkspaceId } from "#platform/rules/ids.ts";

/** Answers whether the thread is still there; `before` comes before it in its batch. */
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
  before: readonly Statement[],
): Promise<boolean> {
  const results = await runBatch(db, [
    ...before,
    db
      .update(threads)
      .set(patch)
      .where(and(eq(threads.workspaceId, workspaceId), eq(threads.id, id)))
      .returning({ id: threads.id }),
  ]);
  return (results.at(-1) as unknown[]).length > 0;
}
