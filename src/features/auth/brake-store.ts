import { eq, lt, sql } from "drizzle-orm";
import type { Db } from "#db/db.ts";
import { signInFailures } from "#db/schema/access.ts";
import type { UnixMs } from "#domain/ids.ts";

export async function selectBlockedUntil(db: Db, account: string): Promise<UnixMs | null> {
  const rows = await db
    .select({ blockedUntil: signInFailures.blockedUntil })
    .from(signInFailures)
    .where(eq(signInFailures.account, account))
    .limit(1);
  return rows[0]?.blockedUntil ?? null;
}

/** Counts one more failure within its window and answers the count. */
export async function countFailure(
  db: Db,
  account: string,
  at: { now: UnixMs; windowEnd: UnixMs },
): Promise<number> {
  const over = sql`${signInFailures.expiresAt} <= ${at.now}`;
  const rows = await db
    .insert(signInFailures)
    .values({ account, failures: 1, expiresAt: at.windowEnd, blockedUntil: at.now })
    .onConflictDoUpdate({
      target: signInFailures.account,
      set: {
        failures: sql`CASE WHEN ${over} THEN 1 ELSE ${signInFailures.failures} + 1 END`,
        expiresAt: sql`CASE WHEN ${over} THEN ${at.windowEnd} ELSE ${signInFailures.expiresAt} END`,
      },
    })
    .returning({ failures: signInFailures.failures });
  return rows[0]?.failures ?? 1;
}

export async function blockUntil(db: Db, account: string, until: UnixMs): Promise<void> {
  await db
    .update(signInFailures)
    .set({ blockedUntil: sql`max(${signInFailures.blockedUntil}, ${until})` })
    .where(eq(signInFailures.account, account));
}

export async function clearFailures(db: Db, account: string): Promise<void> {
  await db.delete(signInFailures).where(eq(signInFailures.account, account));
}

export async function deleteExpiredFailures(db: Db, now: UnixMs): Promise<void> {
  await db.delete(signInFailures).where(lt(signInFailures.expiresAt, now));
}
