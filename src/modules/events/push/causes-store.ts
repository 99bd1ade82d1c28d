import { type SQL, sql } from "drizzle-orm";
import type { PushKind } from "#platform/rules/choices.ts";
import { pushCauses } from "#modules/events/schema/push.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { ThreadId, UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";

export type CauseRow = typeof pushCauses.$inferSelect;

export const insertCause = (
  db: Db,
  workspaceId: WorkspaceId,
  cause: {
    key: string;
    kind: PushKind;
    threadId: ThreadId | SQL;
    userId: UserId | SQL | null;
    amount: number | SQL;
  },
  now: UnixMs,
  source: SQL = sql``,
): Statement =>
  db.run(sql`
    INSERT INTO ${pushCauses} (key, workspace_id, kind, thread_id, user_id, amount, created_at, due_at)
    SELECT ${cause.key}, ${workspaceId}, ${cause.kind}, ${cause.threadId}, ${cause.userId}, ${cause.amount}, ${now}, ${now}
    ${source}`);

/** Workspaces that have something to tell. Across workspaces: the sweep looks for work. */
export async function selectWorkspacesWithCauses(
  db: Db,
  now: UnixMs,
  limit: number,
): Promise<WorkspaceId[]> {
  const rows = await db.all<{ workspace_id: WorkspaceId }>(sql`
    SELECT DISTINCT +workspace_id AS workspace_id FROM ${pushCauses} WHERE due_at <= ${now} LIMIT ${limit}`);
  return rows.map((row) => row.workspace_id);
}

/** Takes what is due, the first first. Nobody else takes it until `leaseUntil`. */
export async function takeCauses(
  db: Db,
  workspaceId: WorkspaceId,
  take: { now: UnixMs; leaseUntil: UnixMs; limit: number },
): Promise<CauseRow[]> {
  const rows = await db
    .update(pushCauses)
    .set({ dueAt: take.leaseUntil })
    .where(
      sql`key IN (SELECT key FROM ${pushCauses} WHERE workspace_id = ${workspaceId} AND due_at <= ${take.now}
        ORDER BY due_at LIMIT ${take.limit}) AND workspace_id = ${workspaceId}`,
    )
    .returning();
  return rows.sort((a, b) => a.createdAt - b.createdAt);
}

/** It was spread. */
export const deleteCause = (db: Db, workspaceId: WorkspaceId, key: string): Statement =>
  db.run(sql`DELETE FROM ${pushCauses} WHERE key = ${key} AND +workspace_id = ${workspaceId}`);
