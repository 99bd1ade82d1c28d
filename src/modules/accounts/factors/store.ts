import { and, count, eq, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { installSettings, sessions, users } from "#modules/accounts/schema/accounts.ts";
import {
  passkeys,
  recoveryCodes,
  TABLES_OF_FACTORS,
  totpFactors,
} from "#modules/accounts/schema/factors.ts";
import { hasStillRole } from "#modules/accounts/people/store.ts";
import type { Role } from "#platform/access/permissions.ts";
import type { PasskeyId, TotpId, UnixMs, UserId } from "#platform/rules/ids.ts";

/* Factors belong to a person, and so to no workspace. */

/** The authenticator app of a person, whether it was confirmed or not. */
export async function selectTotp(db: InstallDb, userId: UserId) {
  const rows = await db.select().from(totpFactors).where(eq(totpFactors.userId, userId)).limit(1);
  return rows[0] ?? null;
}

/** Puts a new secret in the place of one that was never confirmed. Answers a row unless one is in use. */
export const savePendingTotp = (
  db: InstallDb,
  userId: UserId,
  secret: string,
  now: UnixMs,
): Promise<{ id: TotpId }[]> =>
  db
    .insert(totpFactors)
    .values({ userId, secret, createdAt: now })
    .onConflictDoUpdate({
      target: totpFactors.userId,
      set: { secret, createdAt: now, lastStep: 0 },
      setWhere: isNull(totpFactors.confirmedAt),
    })
    .returning({ id: totpFactors.id });

/** The secret that was read and is still asleep: what a first code is checked against. */
export const isAsleep = (userId: UserId, secret: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${totpFactors} t WHERE t.user_id = ${userId} AND t.secret = ${secret} AND t.confirmed_at IS NULL)`;

/** The same for an audit line. */
export const whileAsleep = (userId: UserId, secret: string): SQL =>
  sql`WHERE ${isAsleep(userId, secret)}`;

/** Wakes the app up with its first code. Answers a row when it was this call. */
export const confirmTotp = (
  db: InstallDb,
  userId: UserId,
  secret: string,
  step: number,
  now: UnixMs,
): InstallStatement =>
  db
    .update(totpFactors)
    .set({ confirmedAt: now, lastStep: step })
    .where(
      and(
        eq(totpFactors.userId, userId),
        eq(totpFactors.secret, secret),
        isNull(totpFactors.confirmedAt),
      ),
    )
    .returning({ id: totpFactors.id });

/** Takes the code of a step, once, and with it all older ones. Answers a row when it was this call. */
export const takeStep = (
  db: InstallDb,
  userId: UserId,
  secret: string,
  step: number,
  now: UnixMs,
): Promise<{ id: TotpId }[]> =>
  db
    .update(totpFactors)
    .set({ lastStep: step, lastUsedAt: now })
    .where(
      and(
        eq(totpFactors.userId, userId),
        eq(totpFactors.secret, secret),
        isNotNull(totpFactors.confirmedAt),
        lt(totpFactors.lastStep, step),
      ),
    )
    .returning({ id: totpFactors.id });

/** Takes a recovery code, once. Answers a row when it was this call. */
export const takeRecoveryCode = (
  db: InstallDb,
  userId: UserId,
  hash: string,
): Promise<{ hash: string }[]> =>
  db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.hash, hash), eq(recoveryCodes.userId, userId)))
    .returning({ hash: recoveryCodes.hash });

/** New codes in the place of all others, where `guard` holds. */
export const replaceRecoveryCodes = (
  db: InstallDb,
  userId: UserId,
  hashes: readonly string[],
  now: UnixMs,
  guard: SQL = sql`1`,
): InstallStatement[] => [
  db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), guard)),
  db.run(sql`
    INSERT INTO ${recoveryCodes} (hash, user_id, created_at)
    SELECT j.value, ${userId}, ${now} FROM json_each(${JSON.stringify(hashes)}) j WHERE ${guard}`),
];

/** Whether the person has a factor that counts. */
export const hasFactor = (userId: UserId | SQL): SQL => sql`(
  EXISTS (SELECT 1 FROM ${totpFactors} t WHERE t.user_id = ${userId} AND t.confirmed_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM ${passkeys} k WHERE k.user_id = ${userId}))`;

/** For an audit line: while the person has a factor. */
export const whileFactored = (userId: UserId): SQL => sql`WHERE ${hasFactor(userId)}`;

/** What a person can prove themselves with at a host; null for a person without any factor. */
export async function selectFactorStanding(db: InstallDb, userId: UserId, rpId: string | null) {
  const [row] = await db.all<{
    totp: number;
    any_passkey: number;
    passkey: number;
    codes: number;
  }>(sql`
    SELECT EXISTS (SELECT 1 FROM ${totpFactors} t WHERE t.user_id = ${userId} AND t.confirmed_at IS NOT NULL) AS totp,
      EXISTS (SELECT 1 FROM ${passkeys} k WHERE k.user_id = ${userId}) AS any_passkey,
      EXISTS (SELECT 1 FROM ${passkeys} k WHERE k.user_id = ${userId} AND k.rp_id = ${rpId}) AS passkey,
      EXISTS (SELECT 1 FROM ${recoveryCodes} c WHERE c.user_id = ${userId}) AS codes`);
  if (!row || (row.totp === 0 && row.any_passkey === 0)) return null;
  return { totp: row.totp === 1, passkey: row.passkey === 1, recoveryCodes: row.codes === 1 };
}

export async function countRecoveryCodes(db: InstallDb, userId: UserId): Promise<number> {
  const rows = await db
    .select({ n: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId));
  return rows[0]?.n ?? 0;
}

/** Whether the role of a person needs a factor. */
export async function selectIsRequired(db: InstallDb, userId: UserId): Promise<boolean> {
  const rows = await db.all<{ n: number }>(sql`
    SELECT 1 AS n FROM ${installSettings} i, json_each(i.value, '$.required_factor_roles') r
    JOIN ${users} u ON u.id = ${userId} AND u.role = r.value WHERE i.key = 'sign_in'`);
  return rows.length > 0;
}

export const deleteTotp = (db: InstallDb, userId: UserId, id: TotpId): InstallStatement =>
  db
    .delete(totpFactors)
    .where(and(eq(totpFactors.userId, userId), eq(totpFactors.id, id)))
    .returning({ confirmedAt: totpFactors.confirmedAt });

/** Recovery codes go with the last factor. */
export const forgetIdleCodes = (db: InstallDb, userId: UserId): InstallStatement =>
  db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), sql`NOT ${hasFactor(userId)}`));

/** Every way in but the password goes, of the people of an expression, where `guard` holds. */
const forgetFactors = (db: InstallDb, people: SQL, guard: SQL): InstallStatement[] =>
  TABLES_OF_FACTORS.map((table) =>
    db.delete(table).where(and(sql`${table.userId} IN ${people}`, guard)),
  );

export const forgetFactorsOf = (db: InstallDb, id: UserId): InstallStatement[] =>
  forgetFactors(db, sql`(${id})`, sql`1`);

/** For audit lines: while the factor is there. */
export const whileTotp = (userId: UserId, id: TotpId): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${totpFactors} t WHERE t.user_id = ${userId} AND t.id = ${id} AND t.confirmed_at IS NOT NULL)`;
export const whilePasskey = (userId: UserId, id: PasskeyId): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${passkeys} k WHERE k.user_id = ${userId} AND k.id = ${id})`;

/** For an audit line: while somebody of that role has a factor. */
export const whileResettable = (id: UserId, role: Role): SQL =>
  sql`WHERE ${hasStillRole(id, role)} AND ${hasFactor(id)}`;

/** Takes every factor from a person of that role and ends their sessions. The last statement answers a row. */
export const resetFactorRows = (
  db: InstallDb,
  id: UserId,
  role: Role,
  now: UnixMs,
): InstallStatement[] => {
  const guard = hasStillRole(id, role);
  return [
    ...forgetFactors(db, sql`(${id})`, guard),
    db.delete(sessions).where(and(eq(sessions.userId, id), guard)),
    db
      .update(users)
      .set({ sessionVersion: sql`${users.sessionVersion} + 1`, updatedAt: now })
      .where(and(eq(users.id, id), eq(users.role, role)))
      .returning({ id: users.id }),
  ];
};
