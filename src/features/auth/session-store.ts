import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/db.ts";
import { apiKeys } from "#db/schema/access.ts";
import { sessions, users, workspaceMembers, workspaces } from "#db/schema/accounts.ts";
import type { UnixMs, UserId, WorkspaceId } from "#domain/ids.ts";

/**
 * The standing of a session and of its access to one workspace. No row: the session, the user or
 * the session version is gone.
 */
export const selectSession = (
  db: Db,
  session: { sessionId: string; userId: UserId; sessionVersion: number },
  workspaceId: WorkspaceId | null,
  now: UnixMs,
) =>
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
      workspaceExists: sql<number>`EXISTS (SELECT 1 FROM ${workspaces} w WHERE w.id = ${workspaceId} AND w.deleted_at IS NULL)`,
      isMember: sql<number>`EXISTS (SELECT 1 FROM ${workspaceMembers} m WHERE m.workspace_id = ${workspaceId} AND m.user_id = ${users.id})`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, session.sessionId),
        eq(sessions.userId, session.userId),
        eq(users.sessionVersion, session.sessionVersion),
        gt(sessions.expiresAt, now),
        actorMay(now),
      ),
    )
    .limit(1);
export type SessionRow = Awaited<ReturnType<typeof selectSession>>[number];

/**
 * An impersonated session stands on the admin's own: it ends when that one ends, and when the two
 * roles no longer allow it.
 */
const actorMay = (now: UnixMs) => sql`(${sessions.actorId} IS NULL OR EXISTS (
  SELECT 1 FROM ${sessions} p JOIN ${users} a ON a.id = p.user_id
  WHERE p.id = ${sessions.actorSessionId} AND p.user_id = ${sessions.actorId} AND p.actor_id IS NULL AND p.expires_at > ${now}
    AND ((a.role = 'super_admin' AND ${users.role} <> 'super_admin') OR (a.role = 'admin' AND ${users.role} IN ('employee', 'client')))))`;

/** A key that stands, in a workspace that stands. The hash is the tenant's own secret: no workspace is named. */
export const selectKey = (db: Db, hash: string) =>
  db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      role: apiKeys.role,
      workspaceId: apiKeys.workspaceId,
      lastUsedAt: apiKeys.lastUsedAt,
    })
    .from(apiKeys)
    .innerJoin(
      workspaces,
      and(eq(workspaces.id, apiKeys.workspaceId), isNull(workspaces.deletedAt)),
    )
    .where(and(eq(apiKeys.hash, hash), isNull(apiKeys.revokedAt)))
    .limit(1);
export type KeyRow = Awaited<ReturnType<typeof selectKey>>[number];

export async function touchKey(db: Db, id: number, now: UnixMs): Promise<void> {
  await db.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, id));
}
