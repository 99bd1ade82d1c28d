import { and, eq, isNull, lt, lte, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { idempotencyKeys } from "./schema.ts";
import type { UnixMs } from "#platform/rules/ids.ts";

/*
 * The id is a hash over the caller, the route and the key, so that nobody meets another's answer;
 * the rows carry no workspace of their own.
 */

/** Reserves a key for a first request; answers no row where it is held or answered. */
export const reserveKey = (
  db: Db,
  key: { id: string; bodyHash: string; expiresAt: UnixMs },
  now: UnixMs,
) =>
  db
    .insert(idempotencyKeys)
    .values(key)
    .onConflictDoUpdate({
      target: idempotencyKeys.id,
      set: {
        bodyHash: sql`excluded.body_hash`,
        status: null,
        answer: null,
        expiresAt: sql`excluded.expires_at`,
      },
      setWhere: lte(idempotencyKeys.expiresAt, now),
    })
    .returning({ id: idempotencyKeys.id });

export async function selectIdempotencyKey(db: Db, id: string) {
  const rows = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.id, id)).limit(1);
  return rows[0] ?? null;
}

export async function storeAnswer(
  db: Db,
  id: string,
  answer: { status: number; sealed: string; expiresAt: UnixMs },
): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ status: answer.status, answer: answer.sealed, expiresAt: answer.expiresAt })
    .where(eq(idempotencyKeys.id, id));
}

/** Gives a key up that is reserved until this time, so that the request can be made again. */
export async function releaseKey(db: Db, id: string, expiresAt: UnixMs): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.id, id),
        eq(idempotencyKeys.expiresAt, expiresAt),
        isNull(idempotencyKeys.status),
      ),
    );
}

export async function deleteExpiredKeys(db: Db, now: UnixMs): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.expiresAt, now));
}
