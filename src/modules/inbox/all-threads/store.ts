import { desc, sql, type SQLWrapper } from "drizzle-orm";
import type { AllThreadsQuery } from "#modules/inbox/contract/threads.ts";
import type { AnyThreadPlace } from "#modules/inbox/rules/thread-cursor.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import type { Db } from "#platform/db/db.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import {
  matching,
  type Narrowed,
  type ThreadRow,
  withNames,
} from "#modules/inbox/threads/store.ts";

/* Across the workspaces of a database that a caller may enter, named by their ids. */

/** The workspace that the statement is at. */
const one = sql`j.value`;

const before = ({ at, workspaceId, id }: AnyThreadPlace, its: SQLWrapper) => sql`
  AND ${threads.lastMessageAt} <= ${at}
  AND (${threads.lastMessageAt} < ${at} OR ${its} < ${workspaceId} OR (${its} = ${workspaceId} AND ${threads.id} < ${id}))`;

/**
 * One page and a row more over these workspaces, the latest message first. Of each only so many are
 * looked at as fit on a page, found by its own index.
 */
export const selectAllThreads = (
  db: Db,
  ids: readonly WorkspaceId[],
  query: Narrowed<AllThreadsQuery>,
  after: AnyThreadPlace | null,
  now: UnixMs,
): Promise<ThreadRow[]> => {
  const most = query.limit + 1;
  const latestFirst = [
    desc(threads.lastMessageAt),
    desc(threads.workspaceId),
    desc(threads.id),
  ] as const;
  const found = sql`(SELECT ${threads.id} FROM ${threads}
    WHERE ${matching(ids, query, now)} ${after === null ? sql`` : before(after, threads.workspaceId)}
    ORDER BY ${threads.lastMessageAt} DESC, ${threads.workspaceId} DESC, ${threads.id} DESC LIMIT ${most})`;
  const latest = sql`(SELECT t.id FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN ${threads} t
    WHERE t.id IN (SELECT ${threads.id} FROM ${threads}
      WHERE ${matching(one, query, now)} ${after === null ? sql`` : before(after, one)}
      ORDER BY ${threads.lastMessageAt} DESC, ${threads.id} DESC LIMIT ${most})
    ORDER BY t.last_message_at DESC, t.workspace_id DESC, t.id DESC LIMIT ${most})`;
  return withNames(db)
    .where(sql`${threads.id} IN ${query.only === null ? latest : found}`)
    .orderBy(...latestFirst);
};

/** How many fit over these workspaces, counted to `atMost` and no further. */
export async function countAllThreads(
  db: Db,
  ids: readonly WorkspaceId[],
  query: Narrowed<AllThreadsQuery>,
  atMost: number,
  now: UnixMs,
): Promise<number> {
  const those =
    query.only === null
      ? sql`json_each(${JSON.stringify(ids)}) j CROSS JOIN ${threads} WHERE ${matching(one, query, now)}`
      : sql`${threads} WHERE ${matching(ids, query, now)}`;
  const rows = await db.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM (SELECT 1 FROM ${those} LIMIT ${atMost})`,
  );
  return rows[0]?.n ?? 0;
}
