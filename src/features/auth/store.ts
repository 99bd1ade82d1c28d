import { eq, or, sql } from "drizzle-orm";
import type { Db, Statement } from "#db/db.ts";
import { sessions, users, workspaceMembers, workspaces } from "#db/schema/accounts.ts";
import type { Role } from "#domain/access/roles.ts";
import type { UnixMs, UserId, WorkspaceId } from "#domain/ids.ts";

const userColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  username: users.username,
  role: users.role,
  createdAt: users.createdAt,
};
export type UserRow = {
  id: UserId;
  name: string;
  email: string;
  username: string;
  role: Role;
  createdAt: UnixMs;
};

/** Tenant-free: a login name is unique in the install. */
export async function findLogin(db: Db, usernameOrEmail: string) {
  const rows = await db
    .select({
      ...userColumns,
      passwordHash: users.passwordHash,
      sessionVersion: users.sessionVersion,
    })
    .from(users)
    .where(or(eq(users.username, usernameOrEmail), eq(users.email, usernameOrEmail)))
    .limit(1);
  return rows[0] ?? null;
}

/**
 * Adds a user, its default workspace and its membership in one batch. The role is decided by the
 * INSERT itself: the first user of the install is the super_admin, whoever else runs beside it.
 * Fails on the unique index where the email or the slug is taken.
 */
export async function insertUserWithWorkspace(
  db: Db,
  user: { name: string; email: string; passwordHash: string },
  workspace: { name: string; slug: string },
  now: UnixMs,
) {
  const role = sql<Role>`CASE WHEN EXISTS (SELECT 1 FROM users) THEN 'employee' ELSE 'super_admin' END`;
  const ofUser = sql<UserId>`(SELECT id FROM users WHERE email = ${user.email})`;
  const ofWorkspace = sql<WorkspaceId>`(SELECT id FROM workspaces WHERE slug = ${workspace.slug})`;
  const [userRows, workspaceRows] = await db.batch([
    db
      .insert(users)
      .values({ ...user, username: user.email, role, createdAt: now, updatedAt: now })
      .returning({ ...userColumns, sessionVersion: users.sessionVersion }),
    db
      .insert(workspaces)
      .values({ ...workspace, createdAt: now, updatedAt: now })
      .returning(),
    db
      .insert(workspaceMembers)
      .values({ userId: ofUser, workspaceId: ofWorkspace, createdAt: now }),
  ]);
  const [newUser] = userRows;
  const [newWorkspace] = workspaceRows;
  if (!newUser || !newWorkspace) throw new Error("an insert returned no row");
  return { user: newUser, workspace: newWorkspace };
}

export async function insertSession(
  db: Db,
  session: { id: string; userId: UserId; createdAt: UnixMs; expiresAt: UnixMs },
): Promise<void> {
  await db.insert(sessions).values(session);
}

export async function deleteSession(db: Db, sessionId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId));
}

export async function findUser(db: Db, id: UserId) {
  const rows = await db.select(userColumns).from(users).where(eq(users.id, id)).limit(1);
  return rows[0] ?? null;
}

/** Changes the columns that are given; fails on a unique index for a taken email or username. */
export const updateUser = (
  db: Db,
  id: UserId,
  change: { name?: string | undefined; email?: string | undefined; username?: string | undefined },
  now: UnixMs,
): Statement =>
  db
    .update(users)
    .set({
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.email === undefined ? {} : { email: change.email }),
      ...(change.username === undefined ? {} : { username: change.username }),
      updatedAt: now,
    })
    .where(eq(users.id, id));

/** Sets the password and ends every session of the user. */
export const replacePassword = (
  db: Db,
  id: UserId,
  passwordHash: string,
  now: UnixMs,
): Statement[] => [
  db
    .update(users)
    .set({ passwordHash, sessionVersion: sql`${users.sessionVersion} + 1`, updatedAt: now })
    .where(eq(users.id, id)),
  db.delete(sessions).where(eq(sessions.userId, id)),
];
