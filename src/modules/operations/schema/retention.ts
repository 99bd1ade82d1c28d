import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { time } from "#platform/db/columns.ts";

/** How far a workspace has forgotten what is older than it keeps: the last id of each kind. */
export const retention = sqliteTable("retention", {
  workspaceId: integer("workspace_id").primaryKey().$type<WorkspaceId>(),
  hits: integer("hits").notNull().default(0),
  events: integer("events").notNull().default(0),
  messages: integer("messages").notNull().default(0),
  nextAt: time("next_at").notNull(),
});
