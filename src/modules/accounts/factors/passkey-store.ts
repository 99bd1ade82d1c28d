import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { passkeys } from "#modules/accounts/schema/factors.ts";
import type { PasskeyId, UnixMs, UserId } from "#platform/rules/ids.ts";

export type PasskeyRow = typeof passkeys.$inferSelect;

/** Newest first. */
export const selectPasskeys = (db: InstallDb, userId: UserId): Promise<PasskeyRow[]> =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.id));

/** Its id is random and the authenticator's own: no person is named. */
export async function selectPasskeyNamed(
  db: InstallDb,
  credentialId: string,
): Promise<PasskeyRow | null> {
  const rows = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.credentialId, credentialId))
    .limit(1);
  return rows[0] ?? null;
}

/** Fails on the unique index for a credential that is known already. */
export const insertPasskey = (
  db: InstallDb,
  row: typeof passkeys.$inferInsert,
  most: number,
): InstallStatement =>
  db.run(sql`
    INSERT INTO ${passkeys} (user_id, credential_id, public_key, user_handle, rp_id, counter, name, transports, created_at)
    SELECT ${row.userId}, ${row.credentialId}, ${row.publicKey}, ${row.userHandle}, ${row.rpId}, ${row.counter}, ${row.name},
      ${JSON.stringify(row.transports)}, ${row.createdAt}
    WHERE ${belowMost(row.userId, most)}`);

/** Whether it is stored by now. */
export const isPasskeyKnown = (credentialId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${passkeys} k WHERE k.credential_id = ${credentialId})`;

/** The same for an audit line. */
export const whereBelowMost = (userId: UserId, most: number): SQL =>
  sql`WHERE ${belowMost(userId, most)}`;

const belowMost = (userId: UserId, most: number): SQL =>
  sql`(SELECT count(*) FROM ${passkeys} k WHERE k.user_id = ${userId}) < ${most}`;

/**
 * Notes a use. No row: the counter went back, or another answer with the same count was first, so
 * that there are two of this authenticator. One that never counts stays at 0.
 */
export const takeCount = (
  db: InstallDb,
  id: PasskeyId,
  counter: number,
  now: UnixMs,
): Promise<{ id: PasskeyId }[]> =>
  db
    .update(passkeys)
    .set({ counter, lastUsedAt: now })
    .where(
      and(
        eq(passkeys.id, id),
        or(sql`${passkeys.counter} < ${counter}`, sql`${passkeys.counter} = 0 AND ${counter} = 0`),
      ),
    )
    .returning({ id: passkeys.id });

export const renamePasskeyRow = (
  db: InstallDb,
  userId: UserId,
  id: PasskeyId,
  name: string,
): InstallStatement =>
  db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning();

export const deletePasskeyRow = (db: InstallDb, userId: UserId, id: PasskeyId): InstallStatement =>
  db
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning({ id: passkeys.id });
