import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { notifications } from "#modules/events/schema/notices.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { NoticeRow } from "./store.ts";

/** Workspaces that have notices to be mailed. Across workspaces: the sweep looks for work. */
export async function selectWorkspacesWithNotices(
  db: Db,
  now: UnixMs,
  limit: number,
): Promise<WorkspaceId[]> {
  const rows = await db.all<{ workspace_id: WorkspaceId }>(sql`
    SELECT DISTINCT workspace_id FROM ${notifications}
    WHERE due_at IS NOT NULL AND due_at <= ${now} LIMIT ${limit}`);
  return rows.map((row) => row.workspace_id);
}

/**
 * Takes what is due, as one mail: one that was begun before goes on under its own name. Nobody else
 * takes it until `leaseUntil`.
 */
export async function takeDueNotices(
  db: Db,
  workspaceId: WorkspaceId,
  take: { batch: string; now: UnixMs; leaseUntil: UnixMs; limit: number },
): Promise<NoticeRow[]> {
  const due = sql`+workspace_id = ${workspaceId} AND due_at IS NOT NULL AND due_at <= ${take.now}`;
  const begun = sql`(SELECT batch FROM ${notifications} WHERE ${due} AND batch IS NOT NULL LIMIT 1)`;
  const rows = await db
    .update(notifications)
    .set({
      dueAt: take.leaseUntil,
      batch: sql`coalesce(batch, ${take.batch})`,
      attempts: sql`attempts + 1`,
    })
    .where(
      sql`id IN (SELECT id FROM ${notifications} WHERE ${due} AND batch IS ${begun} ORDER BY id LIMIT ${take.limit})`,
    )
    .returning();
  return rows.sort((a, b) => a.id - b.id);
}

/** They were sent, or there is nobody to send them to. */
export async function finishBatch(db: Db, workspaceId: WorkspaceId, batch: string): Promise<void> {
  await db
    .update(notifications)
    .set({ dueAt: null })
    .where(
      sql`${notifications.dueAt} IS NOT NULL AND ${notifications.batch} = ${batch} AND +${notifications.workspaceId} = ${workspaceId}`,
    );
}
