import { and, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { passwordResets } from "#modules/accounts/schema/access.ts";
import { sessions, users } from "#modules/accounts/schema/accounts.ts";
import type { UnixMs, UserId } from "#platform/rules/ids.ts";

/** Keeps a reset unless the user asked for one since `since`. Answers a row when it was kept. */
export const insertReset = (
  db: InstallDb,
  reset: { hash: string; userId: UserId; createdAt: UnixMs; expiresAt: UnixMs },
  since: UnixMs,
): Promise<{ hash: string }[]> =>
  db.all<{ hash: string }>(sql`
    INSERT INTO ${passwordResets} (hash, user_id, created_at, expires_at)
    SELECT ${reset.hash}, ${reset.userId}, ${reset.createdAt}, ${reset.expiresAt}
    WHERE NOT EXISTS (SELECT 1 FROM ${passwordResets} WHERE user_id = ${reset.userId} AND created_at > ${since})
    RETURNING hash`);

/** A change of the account ends the resets that were asked for before it: its address may be another's now. */
const open = (hash: string, now: UnixMs) =>
  and(
    eq(passwordResets.hash, hash),
    gt(passwordResets.expiresAt, now),
    sql`EXISTS (SELECT 1 FROM ${users} u WHERE u.id = ${passwordResets.userId} AND u.updated_at <= ${passwordResets.createdAt})`,
  );

/** Whose reset it is; null for one that is unknown, over or used. */
export async function selectResetUser(
  db: InstallDb,
  hash: string,
  now: UnixMs,
): Promise<UserId | null> {
  const rows = await db
    .select({ userId: passwordResets.userId })
    .from(passwordResets)
    .where(open(hash, now))
    .limit(1);
  return rows[0]?.userId ?? null;
}

/** Whether the reset can still be used: guard of what it does. */
export const resetIsOpen = (hash: string, now: UnixMs): SQL =>
  sql`EXISTS (SELECT 1 FROM ${passwordResets} WHERE ${open(hash, now)})`;

/** The same for an audit line. */
export const whileOpen = (hash: string, now: UnixMs): SQL => sql`WHERE ${resetIsOpen(hash, now)}`;

/** Gives a reset up whose mail could not leave. */
export async function deleteReset(db: InstallDb, hash: string): Promise<void> {
  await db.delete(passwordResets).where(eq(passwordResets.hash, hash));
}

/** Uses up every reset of a user. */
export const spendResets = (db: InstallDb, userId: UserId): InstallStatement =>
  db.delete(passwordResets).where(eq(passwordResets.userId, userId));

export async function deleteExpiredResets(db: InstallDb, now: UnixMs): Promise<void> {
  await db.delete(passwordResets).where(lte(passwordResets.expiresAt, now));
}

/**
 * Ends every session of the user and sets the password, where `guard` holds. The last statement
 * answers a row when it did.
 */
export const replacePassword = (
  db: InstallDb,
  id: UserId,
  passwordHash: string,
  now: UnixMs,
  guard: SQL = sql`1`,
): InstallStatement[] => [
  db.delete(sessions).where(and(eq(sessions.userId, id), guard)),
  db
    .update(users)
    .set({ passwordHash, sessionVersion: sql`${users.sessionVersion} + 1`, updatedAt: now })
    .where(and(eq(users.id, id), guard))
    .returning({ id: users.id }),
];
