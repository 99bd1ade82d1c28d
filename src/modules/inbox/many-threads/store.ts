import { type SQL, sql } from "drizzle-orm";
import { type Db, runBatch, type Statement } from "#platform/db/db.ts";
import { MOST_TAGS } from "#modules/inbox/rules/thread.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import type { ThreadId, UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";

/** The tags of the threads that changed last. */
export const selectThreadTags = async (
  db: Db,
  workspaceId: WorkspaceId,
  atMost: number,
): Promise<string[]> => {
  const rows = await db.all<{ tag: string }>(sql`
    SELECT DISTINCT g.value AS tag FROM ${threads} t, json_each(t.tags) g
    WHERE t.workspace_id = ${workspaceId} AND t.tags <> '[]' ORDER BY tag LIMIT ${atMost}`);
  return rows.map(({ tag }) => tag);
};

/** What changes alike in many threads; undefined stays as it is. */
export type ThreadsPatch = {
  readonly isUnread: boolean | undefined;
  readonly assignedTo: UserId | null | undefined;
  readonly snoozedUntil: UnixMs | null | undefined;
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
  readonly now: UnixMs;
};

/** Answers the ids of those that are there; `before` comes before it in its batch. */
export async function writeThreads(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly ThreadId[],
  patch: ThreadsPatch,
  before: readonly Statement[],
): Promise<ReadonlySet<ThreadId>> {
  const write = db
    .update(threads)
    .set({
      ...(patch.isUnread !== undefined && { isUnread: patch.isUnread }),
      ...(patch.assignedTo !== undefined && { assignedTo: patch.assignedTo }),
      ...(patch.snoozedUntil !== undefined && { snoozedUntil: patch.snoozedUntil }),
      ...(patch.addTags.length + patch.removeTags.length > 0 && { tags: changedTags(patch) }),
      updatedAt: patch.now,
    })
    .where(
      sql`+${threads.workspaceId} = ${workspaceId} AND ${threads.messageCount} > 0
        AND ${threads.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    )
    .returning({ id: threads.id });
  const results = await runBatch(db, [...before, write]);
  const rows = results.at(-1) as { id: ThreadId }[];
  return new Set(rows.map(({ id }) => id));
}

/** The former ones first, so that no tag moves; `MOST_TAGS` at most. */
const changedTags = ({ addTags, removeTags }: ThreadsPatch): SQL => sql`(
  SELECT json_group_array(tag) FROM (
    SELECT value AS tag, min(place) AS place FROM (
      SELECT value, key AS place FROM json_each(${threads.tags})
      UNION ALL SELECT value, key + ${MOST_TAGS} FROM json_each(${JSON.stringify(addTags)}))
    WHERE value NOT IN (SELECT value FROM json_each(${JSON.stringify(removeTags)}))
    GROUP BY value ORDER BY place LIMIT ${MOST_TAGS}))`;
