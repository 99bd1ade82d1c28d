import { and, eq, gt, isNull } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { sessions, users } from "#modules/accounts/schema/accounts.ts";
import type { UnixMs } from "#platform/rules/ids.ts";

/** The admin's own session under an impersonated one, with the admin as it is now. No row: it has ended. */
export async function selectActorSession(db: InstallDb, impersonatedId: string, now: UnixMs) {
  const own = db
    .select({ id: sessions.actorSessionId })
    .from(sessions)
    .where(eq(sessions.id, impersonatedId));
  const rows = await db
    .select({
      sessionId: sessions.id,
      expiresAt: sessions.expiresAt,
      sessionVersion: users.sessionVersion,
      id: users.id,
      name: users.name,
      email: users.email,
      username: users.username,
      role: users.role,
      language: users.language,
      createdAt: users.createdAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, own), isNull(sessions.actorId), gt(sessions.expiresAt, now)))
    .limit(1);
  return rows[0] ?? null;
}

/** Ends one session. Answers a row when it was this call. */
export const endSession = (db: InstallDb, id: string): InstallStatement =>
  db.delete(sessions).where(eq(sessions.id, id)).returning({ id: sessions.id });
