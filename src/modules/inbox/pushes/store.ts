import { sql } from "drizzle-orm";
import { threadNotes } from "#modules/inbox/schema/team.ts";
import type { Db } from "#platform/db/db.ts";
import type { ThreadId, UserId, WorkspaceId } from "#platform/rules/ids.ts";

/** Who mentioned a person in the newest note of a thread that does; null: none does. */
export async function selectMentioner(
  db: Db,
  workspaceId: WorkspaceId,
  threadId: ThreadId,
  userId: UserId,
): Promise<string | null> {
  const rows = await db.all<{ name: string }>(sql`
    SELECT n.author_name AS name FROM ${threadNotes} n
    WHERE n.workspace_id = ${workspaceId} AND n.thread_id = ${threadId}
      AND EXISTS (SELECT 1 FROM json_each(n.mentions) m WHERE m.value = ${userId})
    ORDER BY n.id DESC LIMIT 1`);
  return rows[0]?.name ?? null;
}
