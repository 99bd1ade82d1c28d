import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { users, workspaceMembers } from "#modules/accounts/schema/accounts.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import type { ThreadId, UserId, WorkspaceId } from "#platform/rules/ids.ts";

/** Whether a person may enter the workspace: an admin, or somebody who was let in. */
export async function mayEnter(db: Db, workspaceId: WorkspaceId, id: UserId): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, id),
        sql`(${users.role} IN ('super_admin', 'admin') OR EXISTS (SELECT 1 FROM ${workspaceMembers} m
          WHERE m.workspace_id = ${workspaceId} AND m.user_id = ${users.id}))`,
      ),
    );
  return rows.length > 0;
}

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
