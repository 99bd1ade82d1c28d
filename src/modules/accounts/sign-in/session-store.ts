import { and, eq, gt, sql } from "drizzle-orm";
import type { InstallDb } from "#platform/db/db.ts";
import { writtenOnce } from "#platform/db/written-once.ts";
import { passkeys, totpFactors } from "#modules/accounts/schema/factors.ts";
import {
  installSettings,
  sessions,
  users,
  workspaceMembers,
  workspaces,
} from "#modules/accounts/schema/accounts.ts";
import type { UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";

const given = sql.placeholder;

/**
 * An impersonated session stands on the admin's own: it ends when that one ends, and when the two
 * roles no longer allow it.
 */
const actorMay = sql`(${sessions.actorId} IS NULL OR EXISTS (
  SELECT 1 FROM ${sessions} p JOIN ${users} a ON a.id = p.user_id
  WHERE p.id = ${sessions.actorSessionId} AND p.user_id = ${sessions.actorId} AND p.actor_id IS NULL AND p.expires_at > ${given("now")}
    AND ((a.role = 'super_admin' AND ${users.role} <> 'super_admin') OR (a.role = 'admin' AND ${users.role} IN ('employee', 'client')))))`;

const usedAt = sql`coalesce(${sessions.lastUsedAt}, ${sessions.createdAt})`;

/** An install may end sessions that nobody used for a while. */
const notIdle = sql`${given("now")} - ${usedAt} <= coalesce((SELECT i.value ->> '$.idle_minutes' FROM ${installSettings} i
  WHERE i.key = 'sign_in') * ${MINUTE_MS}, ${given("now")})`;

/** How the person who is really there signed in. */
const method = sql`coalesce((SELECT s.method FROM ${sessions} s WHERE s.id = ${sessions.actorSessionId}), ${sessions.method})`;

/** Where single sign-on is the only way in, no session is good that was opened otherwise, but for the emergency account's. */
const byAllowedWay = sql`(${method} LIKE 'sso%' OR NOT EXISTS (SELECT 1 FROM ${installSettings} i
  WHERE i.key = 'sso_only' AND i.value ->> '$.emergency_account' <> coalesce(${sessions.actorId}, ${sessions.userId})))`;

/**
 * The role of who is really there needs a second factor, and they have none: neither here, nor at a
 * provider whose factors count.
 */
const needsFactor = sql`${method} <> 'sso+mfa' AND EXISTS (
  SELECT 1 FROM ${installSettings} i, json_each(i.value, '$.required_factor_roles') r, ${users} p
  WHERE i.key = 'sign_in' AND p.id = coalesce(${sessions.actorId}, ${sessions.userId}) AND p.role = r.value
    AND NOT EXISTS (SELECT 1 FROM ${totpFactors} f WHERE f.user_id = p.id AND f.confirmed_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM ${passkeys} k WHERE k.user_id = p.id))`;

/** What a client may in the workspace that is asked for; outside of one, what any of its workspaces gives. */
const switches = sql`CASE
  WHEN ${users.role} <> 'client' THEN '[]'
  WHEN ${given("workspaceId")} IS NOT NULL THEN coalesce((SELECT w.client_switches FROM ${workspaces} w WHERE w.id = ${given("workspaceId")}), '[]')
  ELSE (SELECT json_group_array(DISTINCT s.value) FROM ${workspaceMembers} m JOIN ${workspaces} w ON w.id = m.workspace_id, json_each(w.client_switches) s
    WHERE m.user_id = ${users.id} AND w.deleted_at IS NULL) END`;

/** Asked by every request of a person. */
const standing = writtenOnce((db: InstallDb) =>
  db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      username: users.username,
      role: users.role,
      language: users.language,
      createdAt: users.createdAt,
      actorId: sessions.actorId,
      method: sessions.method,
      provedAt: sql<UnixMs>`coalesce(${sessions.provedAt}, ${sessions.createdAt})`.as("proved_at"),
      usedAt: sql<UnixMs>`${usedAt}`.as("used_at"),
      needsFactor: sql<number>`${needsFactor}`.as("needs_factor"),
      switches: sql`${switches}`.mapWith(workspaces.clientSwitches).as("switches"),
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
        // Who runs the name server of an own host could collect its cookies: they open nothing elsewhere.
        sql`${sessions.host} IS ${given("host")}`,
        gt(sessions.expiresAt, given("now")),
        actorMay,
        notIdle,
        byAllowedWay,
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
  { sessionId, userId, sessionVersion, host }: SessionKey,
  workspaceId: WorkspaceId | null,
  now: UnixMs,
) => standing(db, { sessionId, userId, sessionVersion, host, workspaceId, now });
type SessionKey = {
  sessionId: string;
  userId: UserId;
  sessionVersion: number;
  host: string | null;
};
export type SessionRow = Awaited<ReturnType<typeof selectSession>>[number];

/** Notes that a session is used; an impersonated one keeps the admin's own alive. */
export async function touchSession(db: InstallDb, id: string, now: UnixMs): Promise<void> {
  await db
    .update(sessions)
    .set({ lastUsedAt: now })
    .where(
      sql`${sessions.id} IN (${id}, (SELECT s.actor_session_id FROM ${sessions} s WHERE s.id = ${id}))`,
    );
}
