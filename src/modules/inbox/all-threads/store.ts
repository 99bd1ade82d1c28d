import { desc, sql } from "drizzle-orm";
import type { AllThreadsQuery } from "#modules/inbox/contract/threads.ts";
import type { AnyThreadPlace } from "#modules/inbox/rules/thread-cursor.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import type { Db } from "#platform/db/db.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { matching, type ThreadRow, withNames } from "#modules/inbox/threads/store.ts";

/* Across the workspaces of a database that a caller may enter, named by their ids. */

/** The workspace that the statement is at. */
const one = sql`j.value`;

const before = ({
  at,
  workspaceId,
  id,
}: AnyThreadPlace) => sql`AND ${threads.lastMessageAt} <= ${at}
  AND (${threads.lastMessageAt} < ${at} OR ${one} < ${workspaceId} OR (${one} = ${workspaceId} AND ${threads.id} < ${id}))`;

/**
 * One page and a row more over these workspaces, the latest message first. Of each only so many are
 * looked at as fit on a page, found by its own index.
 */
export const selectAllThreads = (
  db: Db,
  ids: readonly WorkspaceId[],
  query: AllThreadsQuery,
  after: AnyThreadPlace | null,
  now: UnixMs,
): Promise<ThreadRow[]> => {
  const most = query.limit + 1;
  const latest = sql`(SELECT t.id FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN ${threads} t
    WHERE t.id IN (SELECT ${threads.id} FROM ${threads}
      WHERE ${matching(one, query, now)} ${after === null ? sql`` : before(after)}
      ORDER BY ${threads.lastMessageAt} DESC, ${threads.id} DESC LIMIT ${most})
    ORDER BY t.last_message_at DESC, t.workspace_id DESC, t.id DESC LIMIT ${most})`;
  return withNames(db)
    .where(sql`${threads.id} IN ${latest}`)
    .orderBy(desc(threads.lastMessageAt), desc(threads.workspaceId), desc(threads.id));
};

/** How many fit over these workspaces, counted to `atMost` and no further. */
export async function countAllThreads(
  db: Db,
  ids: readonly WorkspaceId[],
  query: AllThreadsQuery,
  atMost: number,
  now: UnixMs,
): Promise<number> {
  const rows = await db.all<{ n: number }>(sql`
    SELECT count(*) AS n FROM (SELECT 1 FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN ${threads}
      WHERE ${matching(one, query, now)} LIMIT ${atMost})`);
  return rows[0]?.n ?? 0;
}
