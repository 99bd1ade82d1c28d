import { and, eq, gt, isNull, lte, or, sql, type SQL } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { passwordResets } from "#modules/accounts/schema/access.ts";
import { sessions, users } from "#modules/accounts/schema/accounts.ts";
import { emailChanges } from "#modules/accounts/schema/invitations.ts";
import { usernameOf } from "#modules/accounts/people/store.ts";
import type { EmailChangeId, UnixMs, UserId } from "#platform/rules/ids.ts";

export type EmailChangeRow = typeof emailChanges.$inferSelect;
type NewChange = Omit<typeof emailChanges.$inferInsert, "id" | "confirmedAt" | "undoUntil">;

/** A change that nobody confirmed, of an account that has the same email and password as when it was asked for. */
const pending = (now: UnixMs) =>
  and(
    isNull(emailChanges.confirmedAt),
    gt(emailChanges.expiresAt, now),
    sql`EXISTS (SELECT 1 FROM ${users} u WHERE u.id = ${emailChanges.userId}
      AND u.email = ${emailChanges.fromEmail} AND u.session_version = ${emailChanges.sessionVersion})`,
  );

const undoable = (now: UnixMs) =>
  and(
    gt(emailChanges.undoUntil, now),
    sql`EXISTS (SELECT 1 FROM ${users} u WHERE u.id = ${emailChanges.userId})`,
  );

/** Confirmed by its new address, or undone by its old one. */
export type Step = "confirm" | "undo";
const standing = (step: Step, hash: string, now: UnixMs) =>
  step === "confirm"
    ? and(eq(emailChanges.hash, hash), pending(now))
    : and(eq(emailChanges.undoHash, hash), undoable(now));

export async function findByToken(
  db: InstallDb,
  step: Step,
  hash: string,
  now: UnixMs,
): Promise<EmailChangeRow | null> {
  const rows = await db
    .select()
    .from(emailChanges)
    .where(standing(step, hash, now))
    .limit(1);
  return rows[0] ?? null;
}

const still = (step: Step, hash: string, now: UnixMs): SQL =>
  sql`EXISTS (SELECT 1 FROM ${emailChanges} WHERE ${standing(step, hash, now)})`;

/** The audit line's condition. */
export const whileChangeStands = (step: Step, hash: string, now: UnixMs): SQL =>
  sql`WHERE ${still(step, hash, now)}`;

export async function findPending(
  db: InstallDb,
  userId: UserId,
  now: UnixMs,
): Promise<EmailChangeRow | null> {
  const rows = await db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), pending(now)))
    .limit(1);
  return rows[0] ?? null;
}

export async function findChange(
  db: InstallDb,
  id: EmailChangeId,
  now: UnixMs,
): Promise<(EmailChangeRow & { readonly isPending: boolean }) | null> {
  const rows = await db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.id, id), or(pending(now), undoable(now))))
    .limit(1);
  const [row] = rows;
  return row ? { ...row, isPending: row.confirmedAt === null } : null;
}

/** Ends what waits for a confirmation; it counts for the pause between two mails. A row for each. */
/** The condition of an audit line: a change of this person waits. */
export const whilePending = (userId: UserId, now: UnixMs): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${emailChanges} WHERE ${and(eq(emailChanges.userId, userId), pending(now))})`;

export const endPending = (db: InstallDb, userId: UserId, now: UnixMs): InstallStatement =>
  db
    .update(emailChanges)
    .set({ expiresAt: now, mailAt: null })
    .where(and(eq(emailChanges.userId, userId), pending(now)))
    .returning({ id: emailChanges.id });

/** Replaces what waits, unless it was asked for after `since`. The last statement answers it where it was stored. */
export const insertChange = (
  db: InstallDb,
  change: NewChange,
  since: UnixMs,
): InstallStatement[] => [
  db
    .delete(emailChanges)
    .where(
      and(
        eq(emailChanges.userId, change.userId),
        isNull(emailChanges.confirmedAt),
        lte(emailChanges.createdAt, since),
      ),
    ),
  db.run(sql`
    INSERT INTO ${emailChanges} (user_id, from_email, to_email, session_id, session_version, created_at, expires_at, seed, hash, undo_hash, mail_at)
    SELECT ${change.userId}, ${change.fromEmail}, ${change.toEmail}, ${change.sessionId}, ${change.sessionVersion}, ${change.createdAt},
      ${change.expiresAt}, ${change.seed}, ${change.hash}, ${change.undoHash}, ${change.mailAt}
    WHERE NOT EXISTS (SELECT 1 FROM ${emailChanges} c WHERE c.user_id = ${change.userId} AND c.confirmed_at IS NULL)`),
  db.select({ id: emailChanges.id }).from(emailChanges).where(eq(emailChanges.hash, change.hash)),
];

/** The new address is the person's. The last statement answers a row when it was this call. Fails on a unique index where it is taken. */
export const confirmChange = (
  db: InstallDb,
  seen: EmailChangeRow,
  undo: { until: UnixMs; mailAt: UnixMs },
  now: UnixMs,
): InstallStatement[] => {
  const guard = still("confirm", seen.hash, now);
  return [
    db
      .delete(sessions)
      .where(
        and(
          eq(sessions.userId, seen.userId),
          isNull(sessions.actorId),
          sql`${sessions.id} <> (SELECT c.session_id FROM ${emailChanges} c WHERE c.hash = ${seen.hash})`,
          guard,
        ),
      ),
    db.delete(passwordResets).where(and(eq(passwordResets.userId, seen.userId), guard)),
    db
      .update(users)
      .set({ email: seen.toEmail, ...usernameOf({ email: seen.toEmail }), updatedAt: now })
      .where(and(eq(users.id, seen.userId), guard)),
    // The account has the new address by now: the guard would not hold any more.
    db
      .update(emailChanges)
      .set({ confirmedAt: now, undoUntil: undo.until, mailAt: undo.mailAt, mailedAt: null })
      .where(
        and(
          eq(emailChanges.hash, seen.hash),
          isNull(emailChanges.confirmedAt),
          gt(emailChanges.expiresAt, now),
          sql`EXISTS (SELECT 1 FROM ${users} u WHERE u.id = ${seen.userId} AND u.email = ${seen.toEmail} AND u.session_version = ${seen.sessionVersion})`,
        ),
      )
      .returning({ id: emailChanges.id }),
  ];
};

/**
 * Gives the account back to its old address: every session ends, nobody knows the password, and no
 * other change of the email stands. The last statement but one answers a row when it was this call.
 */
export const undoChange = (
  db: InstallDb,
  seen: EmailChangeRow,
  passwordHash: string,
  now: UnixMs,
): InstallStatement[] => {
  const guard = still("undo", seen.undoHash, now);
  return [
    db.delete(sessions).where(and(eq(sessions.userId, seen.userId), guard)),
    db.delete(passwordResets).where(and(eq(passwordResets.userId, seen.userId), guard)),
    db
      .update(users)
      .set({
        email: seen.fromEmail,
        ...usernameOf({ email: seen.fromEmail }),
        passwordHash,
        sessionVersion: sql`${users.sessionVersion} + 1`,
        updatedAt: now,
      })
      .where(and(eq(users.id, seen.userId), guard))
      .returning({ id: users.id }),
    db.delete(emailChanges).where(and(eq(emailChanges.userId, seen.userId), guard)),
  ];
};

/** Notes that the mail of this step was handed over. */
export async function noteChangeMailed(
  db: InstallDb,
  { id, confirmedAt }: EmailChangeRow,
  now: UnixMs,
): Promise<void> {
  await db
    .update(emailChanges)
    .set({ mailedAt: now, mailAt: null })
    .where(and(eq(emailChanges.id, id), sql`${emailChanges.confirmedAt} IS ${confirmedAt}`));
}

/** Those whose mail is due, each for this call alone until `next`. */
export const takeDueChanges = (db: InstallDb, now: UnixMs, next: UnixMs, limit: number) =>
  db
    .update(emailChanges)
    .set({ mailAt: next })
    .where(
      sql`${emailChanges.id} IN (SELECT c.id FROM ${emailChanges} c WHERE c.mail_at <= ${now} ORDER BY c.mail_at LIMIT ${limit})`,
    )
    .returning({ id: emailChanges.id });

/** Forgets those that can be neither confirmed nor undone. */
export async function deleteEndedChanges(db: InstallDb, now: UnixMs): Promise<void> {
  await db
    .delete(emailChanges)
    .where(
      and(
        lte(emailChanges.expiresAt, now),
        or(isNull(emailChanges.undoUntil), lte(emailChanges.undoUntil, now)),
      ),
    );
}
