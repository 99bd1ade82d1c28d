import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { THREAD_STATUSES } from "#modules/campaigns/rules/thread-status.ts";
import { INTEGRATIONS } from "#modules/events/rules/integrations/providers.ts";
import { createdAt, workspaceColumn } from "#platform/db/columns.ts";
import type { ThreadId } from "#platform/rules/ids.ts";

export const BOOKING_STATES = ["booked", "moved", "cancelled"] as const;

/** Bookings that were taken, so that a repeated call does not undo what happened since. */
export const bookings = sqliteTable(
  "bookings",
  {
    workspaceId: workspaceColumn(),
    provider: text("provider", { enum: INTEGRATIONS }).notNull(),
    /** The calendar's name of the booking. */
    key: text("key").notNull(),
    /** `moved`: another time took its place. A cancellation may be reported before its booking. */
    state: text("state", { enum: BOOKING_STATES }).notNull().default("booked"),
    /** The conversation that it marked; null where it came too early, or before this was kept. */
    threadId: integer("thread_id").$type<ThreadId>(),
    /** What the conversation was before. */
    previousStatus: text("previous_status", { enum: THREAD_STATUSES }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.provider, t.key] }),
    index("bookings_workspace").on(t.workspaceId),
    index("bookings_thread").on(t.threadId),
  ],
);
