import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { UserId, WorkspaceId } from "#platform/rules/ids.ts";
import { rowId, time } from "#platform/db/columns.ts";

/** Every attempt to bring the install to another version. It belongs to no workspace. */
export const systemUpdates = sqliteTable(
  "system_updates",
  {
    id: rowId<number>(),
    state: text("state", { enum: ["running", "succeeded", "failed", "rolled_back"] }).notNull(),
    step: text("step", {
      enum: ["download", "backup", "install", "rehearse", "switch", "deploy"],
    }).notNull(),
    fromVersion: text("from_version").notNull(),
    toVersion: text("to_version").notNull(),
    detail: text("detail"),
    restorePoint: text("restore_point"),
    /** Null: from the command line. */
    startedBy: integer("started_by").$type<UserId>(),
    startedAt: time("started_at").notNull(),
    finishedAt: time("finished_at"),
  },
  (t) => [
    // One at a time, however many ask.
    uniqueIndex("system_updates_running")
      .on(t.state)
      .where(sql`state = 'running'`),
    index("system_updates_finished").on(t.finishedAt),
  ],
);

/** How far a workspace has forgotten what is older than it keeps: the last id of each kind. */
export const retention = sqliteTable("retention", {
  workspaceId: integer("workspace_id").primaryKey().$type<WorkspaceId>(),
  hits: integer("hits").notNull().default(0),
  events: integer("events").notNull().default(0),
  messages: integer("messages").notNull().default(0),
  nextAt: time("next_at").notNull(),
});
