import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "#platform/db/columns.ts";

/** The install's own row of a month, beside those of workspaces. */
export const INSTALL_ROW = 0;

/**
 * What each workspace used in a month, in the install's database. A purged one's becomes the install's own: a
 * bill is about the past. The month comes first, so that one month is read and old ones are deleted by the key.
 */
export const usageMonths = sqliteTable(
  "usage_months",
  {
    /** YYYY-MM in UTC. */
    month: text("month").notNull(),
    /** A workspace, or `INSTALL_ROW`. */
    workspaceId: integer("workspace_id").notNull(),
    requests: integer("requests").notNull(),
    statements: integer("statements").notNull(),
    /** Null: the database does not count them. */
    rowsRead: integer("rows_read"),
    rowsWritten: integer("rows_written"),
    queueOperations: integer("queue_operations").notNull(),
    /** When this was last written: of the install what the database takes, of a workspace an estimate. */
    bytes: integer("bytes"),
    /** Since when it is counted. */
    firstAt: time("first_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.month, t.workspaceId] })],
);
