import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
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

/**
 * Where each workspace stands in the overview of all, for every order that it has: narrow rows beside the
 * figures, so that a page costs its own rows. Only above some hundred workspaces, and right while `since`
 * <= now < `until` and the workspace has this name and these quotas; else it is looked at again.
 */
export const figureRanks = sqliteTable("figure_ranks", {
  workspaceId: integer("workspace_id").primaryKey().$type<WorkspaceId>(),
  since: time("since").notNull(),
  until: time("until").notNull(),
  ofName: text("of_name").notNull(),
  ofLeads: integer("of_leads"),
  ofMailboxes: integer("of_mailboxes"),
  ofMails: integer("of_mails"),
  name: text("name").notNull(),
  attention: integer("attention").notNull(),
  leadsLeft: integer("leads_left").notNull(),
  daysLeft: real("days_left"),
  oldestUnanswered: text("oldest_unanswered"),
  // Of the last 7, 30 and 90 days.
  sent7: integer("sent_7").notNull(),
  sent30: integer("sent_30").notNull(),
  sent90: integer("sent_90").notNull(),
  replies7: integer("replies_7").notNull(),
  replies30: integer("replies_30").notNull(),
  replies90: integer("replies_90").notNull(),
  positiveReplies7: integer("positive_replies_7").notNull(),
  positiveReplies30: integer("positive_replies_30").notNull(),
  positiveReplies90: integer("positive_replies_90").notNull(),
  meetings7: integer("meetings_7").notNull(),
  meetings30: integer("meetings_30").notNull(),
  meetings90: integer("meetings_90").notNull(),
  bounceRate7: real("bounce_rate_7"),
  bounceRate30: real("bounce_rate_30"),
  bounceRate90: real("bounce_rate_90"),
});
