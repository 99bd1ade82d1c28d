import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { json, time } from "#platform/db/columns.ts";
import type { FigureDay, KeptFigures } from "#modules/operations/rules/figures.ts";

/**
 * What admins see of a workspace without entering it: one row of the install for each, made of the
 * counters that the workspace keeps. The workspace's own rows are the truth; `counted_at` tells how
 * old these are.
 */
export const workspaceFigures = sqliteTable("workspace_figures", {
  workspaceId: integer("workspace_id").primaryKey().$type<WorkspaceId>(),
  /** Of the counters that the figures were made of: while it stays, so do they. */
  seen: text("seen").notNull(),
  countedAt: time("counted_at").notNull(),
  figures: json<KeptFigures>("figures").notNull(),
  /** The last 90 days on which anything happened, oldest first. */
  days: json<FigureDay[]>("days").notNull(),
});

/**
 * What the figures of all workspaces that stand add up to, by name: changed together with them, so that
 * nobody has to add up ten thousand.
 */
export const figureTotals = sqliteTable("figure_totals", {
  name: text("name").primaryKey(),
  n: integer("n").notNull(),
});
