import { and, eq, ne, sql } from "drizzle-orm";
import type { IntegrationId } from "#modules/events/rules/integrations/providers.ts";
import { bookings } from "#modules/inbox/schema/bookings.ts";
import type { Db } from "#platform/db/db.ts";
import type { ThreadId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** What is known of a booking; null: nothing. */
export async function selectBooking(
  db: Db,
  workspaceId: WorkspaceId,
  provider: IntegrationId,
  key: string,
) {
  if (key === "") return null;
  const rows = await db
    .select()
    .from(bookings)
    .where(
      and(
        eq(bookings.workspaceId, workspaceId),
        eq(bookings.provider, provider),
        eq(bookings.key, key),
      ),
    )
    .limit(1);
  return rows[0] ?? null;
}
export type BookingRow = typeof bookings.$inferSelect;

/** Writes down what became of a booking; what it marked before stays known. */
export async function keepBooking(
  db: Db,
  workspaceId: WorkspaceId,
  booking: Pick<BookingRow, "provider" | "key" | "state" | "threadId" | "previousStatus">,
  now: UnixMs,
): Promise<void> {
  if (booking.key === "") return;
  const { state, threadId, previousStatus } = booking;
  await db
    .insert(bookings)
    .values({ workspaceId, ...booking, createdAt: now })
    .onConflictDoUpdate({
      target: [bookings.workspaceId, bookings.provider, bookings.key],
      set: threadId === null ? { state } : { state, threadId, previousStatus },
    });
}

/** Whether another meeting of the same thread still exists. */
export async function hasOtherBooking(
  db: Db,
  workspaceId: WorkspaceId,
  threadId: ThreadId,
  key: string,
): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(bookings)
    .where(
      and(
        eq(bookings.threadId, threadId),
        sql`+${bookings.workspaceId} = ${workspaceId}`,
        eq(bookings.state, "booked"),
        ne(bookings.key, key),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
