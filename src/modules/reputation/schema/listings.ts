import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { MailboxId, WorkspaceId } from "#platform/rules/ids.ts";
import { json, time, workspaceColumn } from "#platform/db/columns.ts";
import { LIST_ANSWERS, UNKNOWN_REASONS } from "#modules/reputation/rules/judge-answer.ts";
import type { ReportDestination } from "#modules/reputation/rules/destinations.ts";
import { NAME_USES } from "#modules/reputation/rules/listing.ts";

/** What a block list says of a domain or address of a workspace. */
export const listings = sqliteTable(
  "listings",
  {
    workspaceId: workspaceColumn(),
    /** The list's id in the settings of the install. */
    list: text("list").notNull(),
    /** A domain in A-labels, or an address. */
    name: text("name").notNull(),
    use: text("use", { enum: NAME_USES }).notNull(),
    answer: text("answer", { enum: LIST_ANSWERS }).notNull().default("unknown"),
    reason: text("reason", { enum: UNKNOWN_REASONS }).default("not_asked"),
    codes: json<readonly string[]>("codes").notNull().default([]),
    /** Since when it gives this answer. */
    since: time("since"),
    askedAt: time("asked_at"),
    dueAt: time("due_at").notNull(),
    /** What its last notice said; `clean` without one. Null: no clear answer came yet. */
    reported: text("reported", { enum: ["clean", "listed"] }),
    /** When answers began to differ from that; a second one makes the notice. */
    changedAt: time("changed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.list, t.name] }),
    index("listings_listed").on(t.workspaceId, t.answer),
  ],
);

/** When a workspace's domains are asked about, and its reports looked through. */
export const reputationRuns = sqliteTable(
  "reputation_runs",
  {
    workspaceId: integer("workspace_id").primaryKey().$type<WorkspaceId>(),
    listsDueAt: time("lists_due_at").notNull(),
    reportsDueAt: time("reports_due_at").notNull(),
    /** The mailbox that reports arrive in. */
    reportMailbox: integer("report_mailbox").$type<MailboxId>(),
    /** What its provider calls itself in Authentication-Results; null: what its server is called. */
    authServer: text("auth_server"),
    /** Where domains ask for reports, as DNS said last. */
    destinations: json<readonly ReportDestination[]>("destinations").notNull().default([]),
  },
  (t) => [
    index("reputation_runs_lists").on(t.listsDueAt),
    index("reputation_runs_reports").on(t.reportsDueAt),
  ],
);
