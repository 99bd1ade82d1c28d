import { and, asc, count, eq, sql } from "drizzle-orm";
import type { InstallDb } from "#platform/db/db.ts";
import { users, workspaceMembers } from "#modules/accounts/schema/accounts.ts";
import type { UserId, WorkspaceId } from "#platform/rules/ids.ts";

/** Who was let in; with admins, whom no row lets in. */
const among = (workspaceId: WorkspaceId, withAdmins: boolean) =>
  sql`${users.id} IN (SELECT m.user_id FROM ${workspaceMembers} m WHERE m.workspace_id = ${workspaceId}
    ${withAdmins ? sql`UNION SELECT a.id FROM ${users} a WHERE a.role IN ('super_admin', 'admin')` : sql``})`;

/** In order of their ids. */
export async function selectMembers(
  db: InstallDb,
  workspaceId: WorkspaceId,
  withAdmins: boolean,
  page: { limit: number; offset: number },
) {
  return db
    .select({ id: users.id, name: users.name, role: users.role })
    .from(users)
    .where(among(workspaceId, withAdmins))
    .orderBy(asc(users.id))
    .limit(page.limit)
    .offset(page.offset);
}

export async function countMembers(
  db: InstallDb,
  workspaceId: WorkspaceId,
  withAdmins: boolean,
): Promise<number> {
  const rows = await db.select({ n: count() }).from(users).where(among(workspaceId, withAdmins));
  return rows[0]?.n ?? 0;
}

/** Whether a person is among those who work in the workspace. */
export async function isAmong(
  db: InstallDb,
  workspaceId: WorkspaceId,
  id: UserId,
): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), among(workspaceId, true)));
  return rows.length > 0;
}

/** Those of these people who work in the workspace. */
export const selectAmong = (db: InstallDb, workspaceId: WorkspaceId, ids: readonly UserId[]) =>
  db
    .select({ id: users.id, role: users.role, email: users.email })
    .from(users)
    .where(
      sql`${users.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND ${among(workspaceId, true)}`,
    );

export const selectPeopleNames = (
  db: InstallDb,
  ids: readonly UserId[],
): Promise<{ id: UserId; name: string }[]> =>
  db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(sql`${users.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
