import { type SQL, sql } from "drizzle-orm";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { ThreadId, UserId, WorkspaceId } from "#platform/rules/ids.ts";

/** Whose newest thread is the oldest. */
const next = (workspaceId: WorkspaceId, people: readonly UserId[]): SQL<UserId> => sql`(
  SELECT p.value FROM json_each(${JSON.stringify(people)}) p
  ORDER BY coalesce((SELECT max(o.id) FROM ${threads} o
    WHERE o.workspace_id = ${workspaceId} AND o.assigned_to = p.value), 0), p.key LIMIT 1)`;

/** The thread is nobody's, and has no reply yet. */
const isNobodys = (workspaceId: WorkspaceId, threadId: ThreadId): SQL =>
  sql`id = ${threadId} AND workspace_id = ${workspaceId} AND assigned_to IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${messages} m
      WHERE m.workspace_id = ${workspaceId} AND m.thread_id = ${threadId} AND m.type = 'reply')`;

/**
 * Gives a thread that is nobody's, and has no reply yet, to the one of these people whose newest thread
 * is the oldest. Decided by the rows, so that two replies at a time go to two people.
 */
export const giveToNext = (
  db: Db,
  workspaceId: WorkspaceId,
  threadId: ThreadId,
  people: readonly UserId[],
  guard: SQL,
): Statement =>
  db.run(sql`
    UPDATE ${threads} SET assigned_to = ${next(workspaceId, people)}
    WHERE ${isNobodys(workspaceId, threadId)} AND ${guard}`);

/** Who is about to get it, for the statement that tells them: before the one that gives it. */
export const nextOwner = (
  workspaceId: WorkspaceId,
  threadId: ThreadId,
  people: readonly UserId[],
  guard: SQL,
) => ({
  userId: next(workspaceId, people),
  source: sql`FROM ${threads} WHERE ${isNobodys(workspaceId, threadId)} AND ${guard}`,
});

/** The threads of these that somebody is about to get and has not, as the source of what tells them. */
export function newlyAssigned(workspaceId: WorkspaceId, those: SQL, to: UserId) {
  const source = sql`FROM ${threads} t WHERE t.workspace_id = ${workspaceId} AND t.message_count > 0
    AND ${those} AND t.assigned_to IS NOT ${to} GROUP BY t.workspace_id`;
  return {
    threadId: sql<ThreadId>`CASE WHEN count(*) = 1 THEN min(t.id) END`,
    amount: sql<number>`count(*)`,
    source,
  };
}

/** Threads by their ids. */
export const amongThreads = (ids: readonly ThreadId[]): SQL =>
  sql`t.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
