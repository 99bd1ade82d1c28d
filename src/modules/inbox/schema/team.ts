import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { PRESENCES } from "#modules/inbox/rules/thread.ts";
import { createdAt, json, rowId, time, updatedAt, workspaceColumn } from "#platform/db/columns.ts";
import type { NoteId, ThreadId, UserId } from "#platform/rules/ids.ts";

/** What colleagues tell each other about a thread. It never leaves by mail. */
export const threadNotes = sqliteTable(
  "thread_notes",
  {
    id: rowId<NoteId>(),
    workspaceId: workspaceColumn(),
    threadId: integer("thread_id").notNull().$type<ThreadId>(),
    /** Null: written with an API key. */
    authorId: integer("author_id").$type<UserId>(),
    authorName: text("author_name").notNull(),
    text: text("text").notNull(),
    /** Who got a notice of it. */
    mentions: json<UserId[]>("mentions").notNull().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("thread_notes_thread").on(t.workspaceId, t.threadId, t.id)],
);

/** Who has a thread open, until when unless they say so again. */
export const threadPresence = sqliteTable(
  "thread_presence",
  {
    workspaceId: workspaceColumn(),
    threadId: integer("thread_id").notNull().$type<ThreadId>(),
    userId: integer("user_id").notNull().$type<UserId>(),
    name: text("name").notNull(),
    doing: text("doing", { enum: PRESENCES }).notNull(),
    until: time("until").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.threadId, t.userId] }),
    index("thread_presence_until").on(t.until),
  ],
);
