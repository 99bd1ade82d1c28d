import { and, desc, eq, gt, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Role } from "#platform/access/permissions.ts";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { sessions } from "#modules/accounts/schema/accounts.ts";
import { hasStillRole } from "#modules/accounts/people/store.ts";
import { pushSubscriptions } from "#modules/accounts/schema/push.ts";
import { emailChanges } from "#modules/accounts/schema/invitations.ts";
import type { UnixMs, UserId } from "#platform/rules/ids.ts";

/** More than anybody reads through. */
const MOST_SHOWN = 100;

/** A person's own sessions; those of admins who act as them are not among them. */
const own = (userId: UserId) => and(eq(sessions.userId, userId), isNull(sessions.actorId));

export const selectSessions = (db: InstallDb, userId: UserId, now: UnixMs) =>
  db
    .select()
    .from(sessions)
    .where(and(own(userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sql`coalesce(${sessions.lastUsedAt}, ${sessions.createdAt})`), sessions.id)
    .limit(MOST_SHOWN);

/** Answers a row when it was this call. */
export const endOwnSession = (db: InstallDb, userId: UserId, id: string): InstallStatement =>
  db
    .delete(sessions)
    .where(and(own(userId), eq(sessions.id, id)))
    .returning({ id: sessions.id });

/** Answers a row for each. */
export const endOtherSessions = (db: InstallDb, userId: UserId, id: string): InstallStatement =>
  db
    .delete(sessions)
    .where(and(own(userId), ne(sessions.id, id)))
    .returning({ id: sessions.id });

/** For an audit line: while the person has that role. */
export const isStill = (id: UserId, role: Role): SQL => sql`WHERE ${hasStillRole(id, role)}`;

/** Ends all of a person of that role. Answers a row for each. */
export const endSessionsWhile = (db: InstallDb, id: UserId, role: Role): InstallStatement =>
  db
    .delete(sessions)
    .where(and(own(id), hasStillRole(id, role)))
    .returning({ id: sessions.id });

/**
 * Gives a session another id, so that the old one opens nothing, and notes that its person
 * proved who they are. What stands on it goes on. The last statement answers when it ends.
 */
export const renewSession = (
  db: InstallDb,
  from: string,
  to: string,
  now: UnixMs,
): InstallStatement[] => [
  db.update(sessions).set({ actorSessionId: to }).where(eq(sessions.actorSessionId, from)),
  db.update(emailChanges).set({ sessionId: to }).where(eq(emailChanges.sessionId, from)),
  db.update(pushSubscriptions).set({ sessionId: to }).where(eq(pushSubscriptions.sessionId, from)),
  db
    .update(sessions)
    .set({ id: to, provedAt: now, lastUsedAt: now })
    .where(eq(sessions.id, from))
    .returning({ expiresAt: sessions.expiresAt }),
];
