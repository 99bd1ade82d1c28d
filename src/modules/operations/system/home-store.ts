import { sql } from "drizzle-orm";
import type { InstallDb } from "#platform/db/db.ts";
import { users, workspaceMembers, workspaces } from "#modules/accounts/schema/accounts.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/** The first workspace of the first super_admin who has one; null where none has. */
export async function selectOperatorHome(db: InstallDb): Promise<WorkspaceId | null> {
  const [row] = await db.all<{ id: WorkspaceId }>(sql`
    SELECT m.workspace_id AS id FROM ${users} u
    JOIN ${workspaceMembers} m ON m.user_id = u.id
    JOIN ${workspaces} w ON w.id = m.workspace_id AND w.deleted_at IS NULL
    WHERE u.role = 'super_admin' ORDER BY u.id, m.workspace_id LIMIT 1`);
  return row?.id ?? null;
}
