import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { sql } from "drizzle-orm";
import type { UserId } from "#platform/rules/ids.ts";
import type { Phrase } from "#platform/words/phrase.ts";
import { NOTICE_KINDS, NOTICE_SEVERITIES, NOTICE_TARGETS } from "#modules/events/rules/notices.ts";
import { createdAt, json, rowId, time, workspaceColumn } from "#platform/db/columns.ts";

/** What an operator has to know, once per cause; also how far its delivery is. */
export const notifications = sqliteTable(
  "notifications",
  {
    id: rowId<number>(),
    workspaceId: workspaceColumn(),
    kind: text("kind", { enum: NOTICE_KINDS }).notNull(),
    severity: text("severity", { enum: NOTICE_SEVERITIES }).notNull(),
    title: text("title").notNull(),
    /** What happened and what to do. */
    message: text("message").notNull(),
    /** Both before they were put into words, for those who read another language; null: from before there were others. */
    phrases: json<{ readonly title: Phrase; readonly message: Phrase }>("phrases"),
    targetKind: text("target_kind", { enum: NOTICE_TARGETS }).notNull(),
    targetId: integer("target_id"),
    dedupeKey: text("dedupe_key").notNull(),
    /** Whom alone it concerns; null: everybody who reads the notices of the workspace. */
    userId: integer("user_id").$type<UserId>(),
    createdAt: createdAt(),
    readAt: time("read_at"),
    /** When it may be mailed: at once, or with the next mail of the workspace. Stays as the throttle's memory. */
    slotAt: time("slot_at").notNull(),
    /** When it is due to be sent; moved on by the job that takes it, null once it was sent. */
    dueAt: time("due_at"),
    /** The mail that it is part of, constant over retries. */
    batch: text("batch"),
    attempts: integer("attempts").notNull().default(0),
  },
  (t) => [
    uniqueIndex("notifications_dedupe").on(t.workspaceId, t.dedupeKey),
    index("notifications_workspace").on(t.workspaceId, t.id),
    index("notifications_unread")
      .on(t.workspaceId, t.id)
      .where(sql`read_at IS NULL`),
    index("notifications_slot").on(t.workspaceId, t.slotAt),
    index("notifications_due")
      .on(t.dueAt)
      .where(sql`due_at IS NOT NULL`),
    index("notifications_age").on(t.createdAt),
  ],
);
