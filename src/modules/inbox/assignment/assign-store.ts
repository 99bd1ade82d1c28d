import { type SQL, sql } from "drizzle-orm";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { ThreadId, UserId, WorkspaceId } from "#platform/rules/ids.ts";

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
    UPDATE ${threads} SET assigned_to = (
      SELECT p.value FROM json_each(${JSON.stringify(people)}) p
      ORDER BY coalesce((SELECT max(o.id) FROM ${threads} o
        WHERE o.workspace_id = ${workspaceId} AND o.assigned_to = p.value), 0), p.key LIMIT 1)
    WHERE id = ${threadId} AND workspace_id = ${workspaceId} AND assigned_to IS NULL
      AND NOT EXISTS (SELECT 1 FROM ${messages} m
        WHERE m.workspace_id = ${workspaceId} AND m.thread_id = ${threadId} AND m.type = 'reply')
      AND ${guard}`);
