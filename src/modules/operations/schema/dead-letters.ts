import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt, json, rowId, time } from "#platform/db/columns.ts";

/** Queue messages that were given up, kept whole so that they can be tried again. Of the whole install. */
export const deadLetters = sqliteTable(
  "dead_letters",
  {
    id: rowId<number>(),
    body: json<unknown>("body"),
    attempts: integer("attempts").notNull(),
    reason: text("reason", { enum: ["attempts", "malformed"] }).notNull(),
    createdAt: createdAt(),
    replayAt: time("replay_at"),
  },
  (t) => [
    index("dead_letters_replay")
      .on(t.replayAt)
      .where(sql`replay_at IS NOT NULL`),
    index("dead_letters_age").on(t.createdAt),
  ],
);
