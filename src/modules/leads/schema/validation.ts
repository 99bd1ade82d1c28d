import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { MailRoute } from "#platform/rules/dns/route.ts";
import type { JobId, LeadId } from "#platform/rules/ids.ts";
import { json, time, workspaceColumn } from "#platform/db/columns.ts";

/**
 * Where mail for a domain goes, as DNS said. It says nothing about anyone, so all workspaces share
 * it. Trouble is never kept.
 */
export const dnsRoutes = sqliteTable(
  "dns_routes",
  {
    domain: text("domain").primaryKey(),
    route: json<MailRoute>("route").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [index("dns_routes_expires").on(t.expiresAt)],
);

/** Leads whose domain DNS did not answer for, and when they are validated again. */
export const validationRetries = sqliteTable(
  "validation_retries",
  {
    leadId: integer("lead_id").primaryKey().$type<LeadId>(),
    workspaceId: workspaceColumn(),
    /** How many times they were validated again already. */
    attempts: integer("attempts").notNull(),
    /** Moved on by the job that takes them, so that they are found again if it dies. */
    dueAt: time("due_at").notNull(),
  },
  (t) => [index("validation_retries_due").on(t.dueAt, t.workspaceId)],
);

/** Addresses that are validated without being leads, some hundred in a row: `[last line, cells, address]` each. */
export const validationRows = sqliteTable(
  "validation_rows",
  {
    jobId: integer("job_id").notNull().$type<JobId>(),
    /** The number of the first, from 0. */
    first: integer("first").notNull(),
    workspaceId: workspaceColumn(),
    rows: text("rows").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.jobId, t.first] }),
    index("validation_rows_workspace").on(t.workspaceId),
  ],
);

/** What was found out about them, in the same order: `[verdict, score, reasons, suggestion]` each. */
export const validationResults = sqliteTable(
  "validation_results",
  {
    jobId: integer("job_id").notNull().$type<JobId>(),
    first: integer("first").notNull(),
    workspaceId: workspaceColumn(),
    results: text("results").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.jobId, t.first] }),
    index("validation_results_workspace").on(t.workspaceId),
  ],
);
