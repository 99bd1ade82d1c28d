import { and, asc, eq, isNull } from "drizzle-orm";
import type { InstallDb } from "#platform/db/db.ts";
import { users, workspaces } from "#modules/accounts/schema/accounts.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/** The operators of the install. */
export async function selectOperators(db: InstallDb): Promise<{ address: string; name: string }[]> {
  return db
    .select({ address: users.email, name: users.name })
    .from(users)
    .where(eq(users.role, "super_admin"))
    .orderBy(asc(users.id))
    .limit(10);
}

/** Whether the workspace still stands. */
export async function isStanding(db: InstallDb, workspaceId: WorkspaceId): Promise<boolean> {
  const rows = await db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(eq(workspaces.id, workspaceId), isNull(workspaces.deletedAt)))
    .limit(1);
  return rows.length > 0;
}
