import { and, eq, isNotNull, isNull, lt, lte, sql } from "drizzle-orm";
import { type Db, runBatch, type Statement } from "#platform/db/db.ts";
import { idempotencyKeys } from "./schema.ts";
import type { UnixMs } from "#platform/rules/ids.ts";

/*
 * The id is a hash over the caller, the route and the key, so that nobody meets another's answer;
 * the rows carry no workspace of their own.
 */

/** A key as a request holds it. The end of that time tells one holder from the next. */
export type HeldKey = { readonly id: string; readonly bodyHash: string; readonly until: UnixMs };

/** Until when a request without an answer holds the key. */
const heldUntil = sql`coalesce(${idempotencyKeys.unclearFrom}, ${idempotencyKeys.expiresAt})`;

const heldBy = ({ id, until }: HeldKey) =>
  and(eq(idempotencyKeys.id, id), eq(heldUntil, until), isNull(idempotencyKeys.status));

/** Reserves a key for a first request; answers no row where it is held, answered or unclear. */
export const reserveKey = (db: Db, { id, bodyHash, until }: HeldKey, now: UnixMs) =>
  db
    .insert(idempotencyKeys)
    .values({ id, bodyHash, expiresAt: until })
    .onConflictDoUpdate({
      target: idempotencyKeys.id,
      set: {
        bodyHash: sql`excluded.body_hash`,
        status: null,
        answer: null,
        expiresAt: sql`excluded.expires_at`,
        unclearFrom: null,
      },
      setWhere: lte(idempotencyKeys.expiresAt, now),
    })
    .returning({ id: idempotencyKeys.id });

/**
 * Goes with the first write of a request: the row tells that there is one, and stays as long as an
 * answer would. A row that is gone is made again, for a write may come late: after its request was
 * answered that the connection is lost, and gave the key up. Where another request holds or has answered the
 * key by then, the row refuses, and the write with it (`isTakenOver`).
 */
export const noteWrite = (db: Db, { id, bodyHash, until }: HeldKey, expiresAt: UnixMs): Statement =>
  db
    .insert(idempotencyKeys)
    .values({ id, bodyHash, unclearFrom: until, expiresAt })
    .onConflictDoUpdate({
      target: idempotencyKeys.id,
      set: {
        // A body hash that is null is refused.
        bodyHash: sql`CASE WHEN ${heldUntil} = excluded.unclear_from
          AND ${idempotencyKeys.status} IS NULL THEN excluded.body_hash END`,
        unclearFrom: sql`excluded.unclear_from`,
        expiresAt: sql`excluded.expires_at`,
      },
    });

/** Whether a write failed because another request has its key. */
export function isTakenOver(error: unknown): boolean {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    if (/NOT NULL constraint failed: idempotency_keys\.body_hash/.test(e.message)) return true;
  }
  return false;
}

export async function selectIdempotencyKey(db: Db, id: string) {
  const rows = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.id, id)).limit(1);
  return rows[0] ?? null;
}

export async function storeAnswer(
  db: Db,
  key: HeldKey,
  answer: { status: number; sealed: string; expiresAt: UnixMs },
): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ status: answer.status, answer: answer.sealed, expiresAt: answer.expiresAt })
    .where(heldBy(key));
}

/** Gives a key up, so that the request can be made again. */
export async function releaseKey(db: Db, key: HeldKey): Promise<void> {
  await db.delete(idempotencyKeys).where(heldBy(key));
}

/**
 * Ends a request of which nobody knows how it ended: gives its key up unless it wrote; else its
 * outcome is unclear from `now` on. Answers whether it is.
 */
export async function endUnclear(db: Db, key: HeldKey, now: UnixMs): Promise<boolean> {
  const [, , unclear] = await runBatch(db, [
    db.delete(idempotencyKeys).where(and(heldBy(key), isNull(idempotencyKeys.unclearFrom))),
    db
      .update(idempotencyKeys)
      .set({ unclearFrom: now })
      .where(and(heldBy(key), isNotNull(idempotencyKeys.unclearFrom))),
    // Asked for by itself, so that a repetition of this batch answers the same.
    db
      .select({ id: idempotencyKeys.id })
      .from(idempotencyKeys)
      .where(
        and(
          eq(idempotencyKeys.id, key.id),
          isNull(idempotencyKeys.status),
          lte(idempotencyKeys.unclearFrom, now),
        ),
      ),
  ]);
  return (unclear as readonly unknown[]).length > 0;
}

export async function deleteExpiredKeys(db: Db, now: UnixMs): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.expiresAt, now));
}
