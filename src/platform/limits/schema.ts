import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Fixed windows of the request limits where one process cannot count them all (hosted). */
export const rateWindows = sqliteTable(
  "rate_windows",
  {
    key: text("key").notNull(),
    /** Start of the window, seconds. */
    window: integer("window").notNull(),
    count: integer("count").notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.window] }), index("rate_windows_window").on(t.window)],
);
