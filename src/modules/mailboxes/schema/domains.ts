import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { DomainFacts } from "#modules/mailboxes/rules/dns/domain-facts.ts";
import { json, time } from "#platform/db/columns.ts";

/**
 * What DNS says about a domain that mailboxes send from. It says nothing about anyone, so all
 * workspaces share it. Read by requests, asked for by a job alone.
 */
export const domainChecks = sqliteTable(
  "domain_checks",
  {
    domain: text("domain").primaryKey(),
    /** Null until it was asked for the first time. */
    facts: json<DomainFacts>("facts"),
    checkedAt: time("checked_at"),
    /** When it is checked again; moved on by the job that takes it. */
    dueAt: time("due_at").notNull(),
    /** When somebody asked for this check; null once it was made. */
    requestedAt: time("requested_at"),
  },
  (t) => [
    index("domain_checks_due").on(t.dueAt),
    index("domain_checks_requested")
      .on(t.dueAt)
      .where(sql`requested_at IS NOT NULL`),
  ],
);
