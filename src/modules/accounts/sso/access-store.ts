import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { apiKeys } from "#modules/accounts/schema/access.ts";
import {
  sessions,
  users,
  workspaceMembers,
  workspaces,
} from "#modules/accounts/schema/accounts.ts";
import type { Access } from "#modules/accounts/rules/sso.ts";
import type { UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";
import type { Whose } from "./store.ts";

/** The workspaces that a person may enter by membership, by id. */
export async function selectMemberships(db: InstallDb, id: UserId): Promise<WorkspaceId[]> {
  const rows = await db
    .select({ id: workspaceMembers.workspaceId })
    .from(workspaceMembers)
    .where(eq(workspaceMembers.userId, id))
    .orderBy(workspaceMembers.workspaceId);
  return rows.map(({ id: one }) => one);
}

const inList = (column: SQL, ids: readonly WorkspaceId[]): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/**
 * Gives a person what the provider's claims say: the role, unless they are a super admin, and the
 * workspaces that stand. A key that an update had let go on without its creator stops again with them.
 */
export function giveAccess(
  db: InstallDb,
  whose: Whose,
  { role, workspaces: ids, keepsOthers }: Access,
  now: UnixMs,
): InstallStatement[] {
  const isManaged = sql`EXISTS (SELECT 1 FROM ${users} u WHERE u.id = ${whose} AND u.role <> 'super_admin')`;
  return [
    db
      .update(users)
      .set({ role, updatedAt: now })
      .where(and(sql`${users.id} = ${whose}`, ne(users.role, "super_admin"), ne(users.role, role))),
    ...(keepsOthers
      ? []
      : [
          db
            .delete(workspaceMembers)
            .where(
              and(
                sql`${workspaceMembers.userId} = ${whose}`,
                sql`NOT ${inList(sql`${workspaceMembers.workspaceId}`, ids)}`,
                isManaged,
              ),
            ),
        ]),
    db.run(sql`
      INSERT OR IGNORE INTO ${workspaceMembers} (workspace_id, user_id, created_at)
      SELECT w.id, u.id, ${now} FROM ${workspaces} w JOIN ${users} u ON u.id = ${whose} AND u.role <> 'super_admin'
      WHERE w.deleted_at IS NULL AND (u.role <> 'client' OR w.is_client = 1) AND ${inList(sql`w.id`, ids)}`),
    db
      .update(apiKeys)
      .set({ keptWithoutCreator: false })
      .where(
        and(
          sql`${apiKeys.createdBy} = ${whose}`,
          eq(apiKeys.keptWithoutCreator, true),
          inList(sql`${apiKeys.workspaceId}`, ids),
        ),
      ),
  ];
}

/**
 * Takes away all that a person may: sessions, workspaces and, of staff, the rights of an admin, so
 * that their keys and invitations stop too. A super admin keeps everything.
 */
export function takeAccess(db: InstallDb, id: UserId, now: UnixMs): InstallStatement[] {
  const isManaged = sql`EXISTS (SELECT 1 FROM ${users} u WHERE u.id = ${id} AND u.role <> 'super_admin')`;
  return [
    db.delete(sessions).where(and(eq(sessions.userId, id), isManaged)),
    // A client's account goes with the client, which it has to be found by.
    db
      .delete(workspaceMembers)
      .where(
        and(
          eq(workspaceMembers.userId, id),
          sql`EXISTS (SELECT 1 FROM ${users} u WHERE u.id = ${id} AND u.role IN ('admin', 'employee'))`,
        ),
      ),
    db
      .update(users)
      .set({
        role: sql`CASE WHEN ${users.role} = 'admin' THEN 'employee' ELSE ${users.role} END`,
        sessionVersion: sql`${users.sessionVersion} + 1`,
        updatedAt: now,
      })
      .where(and(eq(users.id, id), ne(users.role, "super_admin"))),
  ];
}

/** A new account without a password. Fails on a unique index where the email is taken. */
export const insertPerson = (
  db: InstallDb,
  one: { name: string; email: string; role: "admin" | "employee" | "client"; noPassword: string },
  now: UnixMs,
): InstallStatement =>
  db.insert(users).values({
    name: one.name,
    email: one.email,
    username: one.email,
    passwordHash: one.noPassword,
    role: one.role,
    createdAt: now,
    updatedAt: now,
  });
