import { and, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { users } from "#modules/accounts/schema/accounts.ts";
import { authTickets } from "#modules/accounts/schema/factors.ts";
import type { UnixMs } from "#platform/rules/ids.ts";

export type TicketRow = typeof authTickets.$inferSelect;
export type TicketPurpose = TicketRow["purpose"];

export const insertTicket = (
  db: InstallDb,
  row: typeof authTickets.$inferInsert,
): InstallStatement => db.insert(authTickets).values(row);

/** A ticket that stands: in time, and of an account that was not changed since. */
const standing = (hash: string, purpose: TicketPurpose, now: UnixMs) =>
  and(
    eq(authTickets.hash, hash),
    eq(authTickets.purpose, purpose),
    gt(authTickets.expiresAt, now),
    or(
      isNull(authTickets.userId),
      sql`EXISTS (SELECT 1 FROM ${users} u WHERE u.id = ${authTickets.userId} AND u.session_version = ${authTickets.sessionVersion})`,
    ),
  );

/** Counts an answer before it is looked at. No row: there is no such ticket, or it was tried too often. */
export const countAnswer = (
  db: InstallDb,
  hash: string,
  purpose: TicketPurpose,
  sessionId: string | null,
  most: number,
  now: UnixMs,
): Promise<TicketRow[]> =>
  db
    .update(authTickets)
    .set({ tries: sql`${authTickets.tries} + 1` })
    .where(
      and(
        standing(hash, purpose, now),
        sql`${authTickets.sessionId} IS ${sessionId}`,
        sql`${authTickets.tries} < ${most}`,
      ),
    )
    .returning();

/** A ticket that can still be answered. */
export const selectTicket = (
  db: InstallDb,
  hash: string,
  purpose: TicketPurpose,
  most: number,
  now: UnixMs,
): Promise<TicketRow[]> =>
  db
    .select()
    .from(authTickets)
    .where(and(standing(hash, purpose, now), sql`${authTickets.tries} < ${most}`))
    .limit(1);

/** Uses a ticket up. Answers a row when it was this call. */
export const spendTicket = (
  db: InstallDb,
  hash: string,
  purpose: TicketPurpose,
  now: UnixMs,
): Promise<{ hash: string }[]> =>
  db
    .delete(authTickets)
    .where(standing(hash, purpose, now))
    .returning({ hash: authTickets.hash });

export async function deleteExpiredTickets(db: InstallDb, now: UnixMs): Promise<void> {
  await db.delete(authTickets).where(lte(authTickets.expiresAt, now));
}
