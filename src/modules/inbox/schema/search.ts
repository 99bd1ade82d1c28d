import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import { flag, time } from "#platform/db/columns.ts";

/**
 * How far the search index over messages is: in each database a row for what people wrote, and one for forwards. The index itself is
 * `message_search` (FTS5, which schema files cannot say); triggers take out what is deleted or blanked.
 */
export const messageIndex = sqliteTable("message_index", {
  id: integer("id").primaryKey(),
  /** Messages up to this id are in it. */
  upTo: integer("up_to").notNull().default(0),
  /** How many were taken out: their words stay in its older parts until those are merged. */
  removed: integer("removed").notNull().default(0),
  /** How many had been taken out when the last whole merge began. */
  cleaned: integer("cleaned").notNull().default(0),
  /** A merge is under way. */
  isCleaning: flag("is_cleaning").notNull().default(false),
  /** When the last one began. */
  cleanedAt: time("cleaned_at"),
});
