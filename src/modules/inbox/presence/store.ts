import { sql } from "drizzle-orm";
import type { Presence } from "#modules/inbox/rules/thread.ts";
import { threadPresence } from "#modules/inbox/schema/team.ts";
import type { Db } from "#platform/db/db.ts";
import type { ThreadId, UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";

type Place = {
  readonly workspaceId: WorkspaceId;
  readonly threadId: ThreadId;
  readonly userId: UserId;
};

export async function writePresence(
  db: Db,
  { workspaceId, threadId, userId }: Place,
  { name, doing, until }: { name: string; doing: Presence; until: UnixMs },
): Promise<void> {
  await db.run(sql`
    INSERT INTO ${threadPresence} (workspace_id, thread_id, user_id, name, doing, until)
    VALUES (${workspaceId}, ${threadId}, ${userId}, ${name}, ${doing}, ${until})
    ON CONFLICT (workspace_id, thread_id, user_id)
      DO UPDATE SET name = excluded.name, doing = excluded.doing, until = excluded.until`);
}

export async function deletePresence(db: Db, place: Place): Promise<void> {
  await db.run(sql`
    DELETE FROM ${threadPresence} WHERE workspace_id = ${place.workspaceId}
      AND thread_id = ${place.threadId} AND user_id = ${place.userId}`);
}

/** Who else is there, those who answer first. */
export const selectPresent = (db: Db, { workspaceId, threadId, userId }: Place, now: UnixMs) =>
  db
    .select({
      userId: threadPresence.userId,
      name: threadPresence.name,
      doing: threadPresence.doing,
      until: threadPresence.until,
    })
    .from(threadPresence)
    .where(
      sql`${threadPresence.workspaceId} = ${workspaceId} AND ${threadPresence.threadId} = ${threadId}
        AND ${threadPresence.userId} <> ${userId} AND ${threadPresence.until} > ${now}`,
    )
    .orderBy(sql`${threadPresence.doing} = 'viewing', ${threadPresence.userId}`)
    .limit(20);

/** Across workspaces: forgets some that are over. */
export async function deleteLapsed(db: Db, now: UnixMs, limit: number): Promise<void> {
  await db.run(sql`
    DELETE FROM ${threadPresence} WHERE rowid IN (
      SELECT rowid FROM ${threadPresence} WHERE until <= ${now} LIMIT ${limit})`);
}
