import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { ThreadId } from "#platform/rules/ids.ts";
import { INTEGRATIONS } from "#modules/events/rules/integrations/providers.ts";
import { THREAD_STATUSES } from "#modules/inbox/rules/thread.ts";
import { createdAt, json, time, workspaceColumn } from "#platform/db/columns.ts";

/**
 * Services that a workspace connected. Those that events go to have a row of `webhooks` beside it,
 * mail providers one of `provider_keys`: their secrets are there.
 */
export const integrations = sqliteTable(
  "integrations",
  {
    workspaceId: workspaceColumn(),
    provider: text("provider", { enum: INTEGRATIONS }).notNull(),
    /** How the service calls the account; no secret. */
    accountLabel: text("account_label").notNull(),
    /** What was chosen; no secret. */
    config: json<Record<string, unknown>>("config").notNull(),
    /** SHA-256 of the token in the URL that a calendar calls. */
    tokenHash: text("token_hash"),
    /** Sealed: what a calendar signs with, and the token by which its subscription is ended. */
    secret: text("secret"),
    /** The subscription at the calendar. */
    remoteUri: text("remote_uri"),
    connectedAt: time("connected_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.provider] }),
    uniqueIndex("integrations_token")
      .on(t.tokenHash)
      .where(sql`token_hash IS NOT NULL`),
  ],
);

export const BOOKING_STATES = ["booked", "moved", "cancelled"] as const;

/** Bookings that were taken, so that a repeated call does not undo what happened since. */
export const bookings = sqliteTable(
  "bookings",
  {
    workspaceId: workspaceColumn(),
    provider: text("provider", { enum: INTEGRATIONS }).notNull(),
    /** The calendar's name of the booking. */
    key: text("key").notNull(),
    /** `moved`: another time took its place. A cancellation may be told before its booking. */
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
