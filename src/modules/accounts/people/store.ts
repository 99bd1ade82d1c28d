import { and, eq, lte, or, type SQL, sql } from "drizzle-orm";
import { type InstallDb, type InstallStatement, runBatch } from "#platform/db/db.ts";
import {
  sessions,
  users,
  workspaceMembers,
  workspaces,
} from "#modules/accounts/schema/accounts.ts";
import { ssoIdentities } from "#modules/accounts/schema/sso.ts";
import { idOfEmail } from "./made-sql.ts";
import type { ReaderLanguage } from "#platform/rules/choices.ts";
import type { Role } from "#platform/access/permissions.ts";
import type { UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";

const userColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  username: users.username,
  role: users.role,
  language: users.language,
  createdAt: users.createdAt,
};

/**
 * Whether the account may be used: a client's ends with its workspace, and comes back with it; one
 * that the provider of single sign-on took away comes back when that gives it again.
 * 1 or 0.
 */
const stands = sql<number>`((users.role <> 'client' OR EXISTS (
  SELECT 1 FROM ${workspaceMembers} m JOIN ${workspaces} w ON w.id = m.workspace_id AND w.deleted_at IS NULL
  WHERE m.user_id = users.id))
  AND NOT EXISTS (SELECT 1 FROM ${ssoIdentities} n WHERE n.user_id = users.id AND n.ended_at IS NOT NULL))`;

/** Tenant-free: a login name is unique in the install. */
export async function findLogin(db: InstallDb, usernameOrEmail: string) {
  const rows = await db
    .select({
      ...userColumns,
      passwordHash: users.passwordHash,
      sessionVersion: users.sessionVersion,
      stands,
    })
    .from(users)
    .where(or(eq(users.username, usernameOrEmail), eq(users.email, usernameOrEmail)))
    .limit(1);
  return rows[0] ?? null;
}

/** The stored password of a person; null where the account may not be used. */
export async function findPasswordOf(db: InstallDb, id: UserId): Promise<string | null> {
  const rows = await db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.id, id), stands))
    .limit(1);
  return rows[0]?.passwordHash ?? null;
}

type Made = Pick<typeof users.$inferSelect, keyof typeof userColumns | "sessionVersion">;

/**
 * Adds a user, its default workspace and its membership in one batch. The role is decided by the
 * INSERT itself: the first user of the install is the super_admin, whatever other requests run beside it.
 * `also` runs in the same batch, after them. Fails on the unique index where the email or the slug is taken.
 */
export async function insertUserWithWorkspace(
  db: InstallDb,
  user: { name: string; email: string; passwordHash: string },
  workspace: { name: string; slug: string },
  now: UnixMs,
  also: readonly InstallStatement[],
) {
  const role = sql<Role>`CASE WHEN EXISTS (SELECT 1 FROM users) THEN 'employee' ELSE 'super_admin' END`;
  const ofUser = idOfEmail(user.email);
  const ofWorkspace = sql<WorkspaceId>`(SELECT id FROM workspaces WHERE slug = ${workspace.slug})`;
  const results = await runBatch(db, [
    db
      .insert(users)
      .values({
        ...user,
        username: user.email,
        role,
        signedUp: sql<boolean>`EXISTS (SELECT 1 FROM users)`,
        createdAt: now,
        updatedAt: now,
      })
      .returning({ ...userColumns, sessionVersion: users.sessionVersion }),
    db
      .insert(workspaces)
      .values({ ...workspace, createdAt: now, updatedAt: now })
      .returning(),
    db
      .insert(workspaceMembers)
      .values({ userId: ofUser, workspaceId: ofWorkspace, createdAt: now }),
    ...also,
  ]);
  // What the first two return.
  const [[newUser], [newWorkspace]] = results as [Made[], (typeof workspaces.$inferSelect)[]];
  if (!newUser || !newWorkspace) throw new Error("an insert returned no row");
  return { user: newUser, workspace: newWorkspace };
}

export const insertSession = (
  db: InstallDb,
  session: typeof sessions.$inferInsert,
): InstallStatement => db.insert(sessions).values(session);

/** Ends a session; an impersonated one with the admin's own, on which it stands. */
export const deleteSession = (db: InstallDb, sessionId: string): InstallStatement =>
  db
    .delete(sessions)
    .where(
      sql`${sessions.id} IN (${sessionId}, (SELECT s.actor_session_id FROM ${sessions} s WHERE s.id = ${sessionId}))`,
    );

export async function deleteExpiredSessions(db: InstallDb, now: UnixMs): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expiresAt, now));
}

/** Whether the person still has the role by which they were judged. */
export const hasStillRole = (id: UserId, role: Role): SQL =>
  sql`EXISTS (SELECT 1 FROM ${users} u WHERE u.id = ${id} AND u.role = ${role})`;

/** An account that may be used. */
export async function findUser(db: InstallDb, id: UserId) {
  const rows = await db
    .select({ ...userColumns, sessionVersion: users.sessionVersion })
    .from(users)
    .where(and(eq(users.id, id), stands))
    .limit(1);
  return rows[0] ?? null;
}

/**
 * Changes the columns that are given; a username that was the email follows it. Fails on a unique
 * index for a taken email or username.
 */
export const updateUser = (
  db: InstallDb,
  id: UserId,
  change: {
    name?: string | undefined;
    email?: string | undefined;
    username?: string | undefined;
    language?: ReaderLanguage | null | undefined;
  },
  now: UnixMs,
): InstallStatement =>
  db
    .update(users)
    .set({
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.email === undefined ? {} : { email: change.email }),
      ...usernameOf(change),
      ...(change.language === undefined ? {} : { language: change.language }),
      updatedAt: now,
    })
    .where(eq(users.id, id));

/** The username is the email until its owner chooses another. */
export const usernameOf = (change: {
  email?: string | undefined;
  username?: string | undefined;
}): { username?: string | SQL } => {
  if (change.username !== undefined) return { username: change.username };
  if (change.email === undefined) return {};
  return {
    username: sql`CASE WHEN ${users.username} = ${users.email} THEN ${change.email} ELSE ${users.username} END`,
  };
};

/** Whether anybody has an account yet: until then the install is unclaimed. */
export async function hasUsers(db: InstallDb): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).limit(1);
  return rows.length > 0;
}
