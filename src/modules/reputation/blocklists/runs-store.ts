import { sql } from "drizzle-orm";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { listings, reputationRuns } from "#modules/reputation/schema/listings.ts";
import { type Db, runBatch } from "#platform/db/db.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { SANDBOX_HOST } from "#platform/rules/mail/sandbox.ts";

/** Gives workspaces of this database that have a mailbox, and no turn yet, their turn. Across workspaces: the sweep looks for work. */
export async function addRuns(db: Db, now: UnixMs, limit: number): Promise<void> {
  await db.run(sql`
    INSERT INTO ${reputationRuns} (workspace_id, lists_due_at, reports_due_at)
    SELECT w.id, ${now}, ${now} FROM ${workspaces} w
    WHERE w.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM ${reputationRuns} r WHERE r.workspace_id = w.id)
      AND EXISTS (SELECT 1 FROM ${mailboxes} m WHERE m.workspace_id = w.id AND m.smtp_host <> ${SANDBOX_HOST})
    LIMIT ${limit}
    ON CONFLICT (workspace_id) DO NOTHING`);
}

/** Takes workspaces that are due; nobody else takes them until `until`. Across workspaces: the sweep looks for work. */
export async function takeDueRuns(
  db: Db,
  column: "lists_due_at" | "reports_due_at",
  now: UnixMs,
  until: UnixMs,
  limit: number,
): Promise<WorkspaceId[]> {
  const due = sql.identifier(column);
  const rows = await db.all<{ id: WorkspaceId }>(sql`
    UPDATE ${reputationRuns} SET ${due} = ${until}
    WHERE workspace_id IN (SELECT r.workspace_id FROM ${reputationRuns} r
      JOIN ${workspaces} w ON w.id = r.workspace_id AND w.deleted_at IS NULL
      WHERE r.${due} <= ${now} ORDER BY r.${due} LIMIT ${limit})
    RETURNING workspace_id AS id`);
  return rows.map(({ id }) => id);
}

/** When the workspace's lists are asked next. */
export async function setListsDue(db: Db, workspaceId: WorkspaceId, dueAt: UnixMs): Promise<void> {
  await db.run(sql`
    UPDATE ${reputationRuns} SET lists_due_at = ${dueAt} WHERE workspace_id = ${workspaceId}`);
}

/** Everything is asked again. Across workspaces: how lists are asked is the install's. */
export async function askAllAgain(db: Db, now: UnixMs): Promise<void> {
  await runBatch(db, [
    db.run(sql`UPDATE ${listings} SET due_at = ${now} WHERE due_at > ${now}`),
    db.run(sql`UPDATE ${reputationRuns} SET lists_due_at = ${now} WHERE lists_due_at > ${now}`),
  ]);
}
