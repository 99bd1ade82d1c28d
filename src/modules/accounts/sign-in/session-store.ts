import { and, eq, gt, sql } from "drizzle-orm";
import type { InstallDb } from "#platform/db/db.ts";
import { writtenOnce } from "#platform/db/written-once.ts";
import {
  sessions,
  users,
  workspaceMembers,
  workspaces,
} from "#modules/accounts/schema/accounts.ts";
import type { UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";

const given = sql.placeholder;

/**
 * An impersonated session stands on the admin's own: it ends when that one ends, and when the two
 * roles no longer allow it.
 */
const actorMay = sql`(${sessions.actorId} IS NULL OR EXISTS (
  SELECT 1 FROM ${sessions} p JOIN ${users} a ON a.id = p.user_id
  WHERE p.id = ${sessions.actorSessionId} AND p.user_id = ${sessions.actorId} AND p.actor_id IS NULL AND p.expires_at > ${given("now")}
    AND ((a.role = 'super_admin' AND ${users.role} <> 'super_admin') OR (a.role = 'admin' AND ${users.role} IN ('employee', 'client')))))`;

/** Asked by every request of a person. */
const standing = writtenOnce((db: InstallDb) =>
  db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      username: users.username,
      role: users.role,
      createdAt: users.createdAt,
      actorId: sessions.actorId,
      actorName: sql<
        string | null
      >`(SELECT a.name FROM ${users} a WHERE a.id = ${sessions.actorId})`,
      workspaceExists: sql<number>`EXISTS (SELECT 1 FROM ${workspaces} w WHERE w.id = ${given("workspaceId")} AND w.deleted_at IS NULL)`,
      isMember: sql<number>`EXISTS (SELECT 1 FROM ${workspaceMembers} m WHERE m.workspace_id = ${given("workspaceId")} AND m.user_id = ${users.id})`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, given("sessionId")),
        eq(sessions.userId, given("userId")),
        eq(users.sessionVersion, given("sessionVersion")),
        gt(sessions.expiresAt, given("now")),
        actorMay,
      ),
    )
    .limit(1),
);

/**
 * The standing of a session and of its access to one workspace. No row: the session, the user or
 * the session version is gone.
 */
export const selectSession = (
  db: InstallDb,
  { sessionId, userId, sessionVersion }: SessionKey,
  workspaceId: WorkspaceId | null,
  now: UnixMs,
) => standing(db, { sessionId, userId, sessionVersion, workspaceId, now });
type SessionKey = { sessionId: string; userId: UserId; sessionVersion: number };
export type SessionRow = Awaited<ReturnType<typeof selectSession>>[number];
