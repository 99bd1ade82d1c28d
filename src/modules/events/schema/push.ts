import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { PUSH_KINDS } from "#platform/rules/choices.ts";
import { createdAt, time, workspaceColumn } from "#platform/db/columns.ts";
import type { ThreadId, UserId } from "#platform/rules/ids.ts";

/** What people may be notified of in their browsers, until there is a message for each of them. */
export const pushCauses = sqliteTable(
  "push_causes",
  {
    key: text("key").primaryKey(),
    workspaceId: workspaceColumn(),
    kind: text("kind", { enum: PUSH_KINDS }).notNull(),
    /** Null: it is about several threads. */
    threadId: integer("thread_id").$type<ThreadId>(),
    /** Whom alone it concerns; null: everybody who may see the thread. */
    userId: integer("user_id").$type<UserId>(),
    /** How many threads. */
    amount: integer("amount").notNull(),
    createdAt: createdAt(),
    /** When it may be spread; moved on by the job that takes it. */
    dueAt: time("due_at").notNull(),
  },
  (t) => [
    index("push_causes_due").on(t.dueAt),
    index("push_causes_workspace").on(t.workspaceId, t.dueAt),
  ],
);
