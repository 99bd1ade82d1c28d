import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { bookings, integrations } from "#modules/events/schema/integrations.ts";
import type { ThreadId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { IntegrationId } from "#modules/events/rules/integrations/providers.ts";

export type IntegrationRow = typeof integrations.$inferSelect;

export const selectIntegrations = (db: Db, workspaceId: WorkspaceId): Promise<IntegrationRow[]> =>
  db.select().from(integrations).where(eq(integrations.workspaceId, workspaceId));

export async function selectIntegration(
  db: Db,
  workspaceId: WorkspaceId,
  provider: IntegrationId,
): Promise<IntegrationRow | null> {
  const rows = await db
    .select()
    .from(integrations)
    .where(and(eq(integrations.workspaceId, workspaceId), eq(integrations.provider, provider)))
    .limit(1);
  return rows[0] ?? null;
}

/** Adds a connection, or takes the place of the one before. */
export function upsertIntegration(db: Db, row: IntegrationRow): Statement {
  const { workspaceId: _, provider: __, ...values } = row;
  return db
    .insert(integrations)
    .values(row)
    .onConflictDoUpdate({
      target: [integrations.workspaceId, integrations.provider],
      set: values,
    });
}

export const deleteIntegration = (
  db: Db,
  workspaceId: WorkspaceId,
  provider: IntegrationId,
): Statement =>
  db
    .delete(integrations)
    .where(and(eq(integrations.workspaceId, workspaceId), eq(integrations.provider, provider)));

/** Whose calendar calls with that token; null for nobody's, and for a workspace that was deleted. */
export async function selectByToken(
  db: Db,
  provider: IntegrationId,
  tokenHash: string,
): Promise<IntegrationRow | null> {
  const rows = await db
    .select({ integration: integrations })
    .from(integrations)
    .innerJoin(workspaces, eq(workspaces.id, integrations.workspaceId))
    .where(
      and(
        eq(integrations.tokenHash, tokenHash),
        eq(integrations.provider, provider),
        isNull(workspaces.deletedAt),
      ),
    )
    .limit(1);
  return rows[0]?.integration ?? null;
}

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

/** Whether another meeting with the same conversation stands. */
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
