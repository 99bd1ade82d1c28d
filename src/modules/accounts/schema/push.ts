import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { PUSH_KINDS, type PushKind } from "#platform/rules/choices.ts";
import { createdAt, json, rowId, time, workspaceColumn } from "#platform/db/columns.ts";
import type { PushMessageId, PushSubscriptionId, ThreadId, UserId } from "#platform/rules/ids.ts";

/** A browser in which a person wants to be notified. It stands on the session that asked for it. */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: rowId<PushSubscriptionId>(),
    userId: integer("user_id").notNull().$type<UserId>(),
    sessionId: text("session_id").notNull(),
    /** Of the person when it was added: what ends every session ends it as well. */
    sessionVersion: integer("session_version").notNull(),
    /** SHA-256 of its endpoint, hex. */
    hash: text("hash").notNull(),
    /** Endpoint and keys, sealed: who has them can write to the browser. */
    target: text("target").notNull(),
    /** Browser and system, such as `Firefox on Windows`; "" where they are not known. */
    device: text("device").notNull(),
    kinds: json<PushKind[]>("kinds").notNull(),
    createdAt: createdAt(),
    /** When the push service last took a message for it. */
    notifiedAt: time("notified_at"),
  },
  (t) => [
    uniqueIndex("push_subscriptions_hash").on(t.hash),
    index("push_subscriptions_user").on(t.userId),
    index("push_subscriptions_session").on(t.sessionId),
  ],
);

/** A notice for a browser. It says where its words are found, and has none itself. */
export const pushMessages = sqliteTable(
  "push_messages",
  {
    id: rowId<PushMessageId>(),
    workspaceId: workspaceColumn(),
    subscriptionId: integer("subscription_id").notNull().$type<PushSubscriptionId>(),
    userId: integer("user_id").notNull().$type<UserId>(),
    /** Names what happened, so that each browser shows it once. */
    cause: text("cause").notNull(),
    kind: text("kind", { enum: PUSH_KINDS }).notNull(),
    /** Null: it is about several threads. */
    threadId: integer("thread_id").$type<ThreadId>(),
    amount: integer("amount").notNull(),
    /** When it happened. */
    createdAt: createdAt(),
    /** When it may be sent; moved on by the job that takes it, null once it is settled. */
    dueAt: time("due_at"),
    lease: text("lease"),
    attempts: integer("attempts").notNull().default(0),
    /** The last attempt: what limits messages a minute. */
    triedAt: time("tried_at"),
  },
  (t) => [
    uniqueIndex("push_messages_cause").on(t.cause, t.subscriptionId),
    index("push_messages_due")
      .on(t.dueAt)
      .where(sql`due_at IS NOT NULL`),
    index("push_messages_tried").on(t.userId, t.triedAt),
    index("push_messages_age").on(t.createdAt),
    index("push_messages_workspace").on(t.workspaceId),
  ],
);
