import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { signInFailures, signInSources } from "#modules/accounts/schema/access.ts";
import type { UnixMs, UserId } from "#platform/rules/ids.ts";
import { later } from "#platform/rules/time.ts";

/** What one count allows: free tries in a window, then one at a time with a wait that doubles. */
export type BrakeRule = {
  readonly free: number;
  readonly windowMs: number;
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
};

/** So many doublings; the longest wait is reached before. */
const MAX_DOUBLINGS = 20;

/**
 * Counts one try before its password is looked at, in one statement, so that of any number at the
 * same time exactly the free ones pass. False: it has to wait, and is not counted.
 */
export async function takeTry(
  db: InstallDb,
  account: string,
  rule: BrakeRule,
  now: UnixMs,
): Promise<boolean> {
  const t = signInFailures;
  const isOver = sql`${t.expiresAt} <= ${now}`;
  const beyond = sql`${t.failures} + 1 - ${rule.free}`;
  const wait = sql`min(${rule.firstWaitMs} << min(${beyond}, ${MAX_DOUBLINGS}), ${rule.longestWaitMs})`;
  const blockedUntil = sql`CASE WHEN ${isOver} OR ${beyond} < 0 THEN ${t.blockedUntil} ELSE ${now} + ${wait} END`;
  const rows = await db
    .insert(t)
    .values({
      account,
      failures: 1,
      expiresAt: later(now, rule.windowMs),
      blockedUntil: now,
    })
    .onConflictDoUpdate({
      target: t.account,
      set: {
        failures: sql`CASE WHEN ${isOver} THEN 1 ELSE ${t.failures} + 1 END`,
        expiresAt: sql`CASE WHEN ${isOver} THEN ${now + rule.windowMs} ELSE max(${t.expiresAt}, ${blockedUntil}) END`,
        blockedUntil,
      },
      setWhere: sql`${t.blockedUntil} <= ${now}`,
    })
    .returning({ failures: t.failures });
  return rows.length > 0;
}

/** Takes one try off again: it was right, or was never looked at. */
export const giveTryBack = (db: InstallDb, account: string): InstallStatement =>
  db
    .update(signInFailures)
    .set({ failures: sql`max(${signInFailures.failures} - 1, 0)` })
    .where(eq(signInFailures.account, account));

export const clearTries = (db: InstallDb, account: string): InstallStatement =>
  db.delete(signInFailures).where(eq(signInFailures.account, account));

export async function selectBlockedUntil(db: InstallDb, account: string): Promise<UnixMs | null> {
  const rows = await db
    .select({ blockedUntil: signInFailures.blockedUntil })
    .from(signInFailures)
    .where(eq(signInFailures.account, account))
    .limit(1);
  return rows[0]?.blockedUntil ?? null;
}

/** Whether the person has signed in from there before. */
export async function knowsSource(
  db: InstallDb,
  userId: UserId,
  source: string,
  now: UnixMs,
): Promise<boolean> {
  const rows = await db
    .select({ source: signInSources.source })
    .from(signInSources)
    .where(
      and(
        eq(signInSources.userId, userId),
        eq(signInSources.source, source),
        gt(signInSources.expiresAt, now),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export const rememberSource = (
  db: InstallDb,
  userId: UserId,
  source: string,
  expiresAt: UnixMs,
): InstallStatement =>
  db
    .insert(signInSources)
    .values({ userId, source, expiresAt })
    .onConflictDoUpdate({
      target: [signInSources.userId, signInSources.source],
      set: { expiresAt },
    });

export async function deleteExpiredTries(db: InstallDb, now: UnixMs): Promise<void> {
  await db.batch([
    db.delete(signInFailures).where(lt(signInFailures.expiresAt, now)),
    db.delete(signInSources).where(lt(signInSources.expiresAt, now)),
  ]);
}
