import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { sql } from "drizzle-orm";
import { LEAD_SOURCE_KINDS } from "#modules/leads/rules/source.ts";
import type { JobId, LeadId, ListId } from "#platform/rules/ids.ts";
import {
  createdAt,
  flag,
  json,
  rowId,
  time,
  updatedAt,
  workspaceColumn,
} from "#platform/db/columns.ts";

export const lists = sqliteTable(
  "lists",
  {
    id: rowId<ListId>(),
    workspaceId: workspaceColumn(),
    name: text("name").notNull(),
    leadCount: integer("lead_count").notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [index("lists_workspace").on(t.workspaceId, t.id)],
);

export const leads = sqliteTable(
  "leads",
  {
    id: rowId<LeadId>(),
    workspaceId: workspaceColumn(),
    /** Trimmed, NFC, lower case: the key of "one lead per address". */
    email: text("email").notNull(),
    /** After the last `@`; for same-company rules and domain suppressions. */
    domain: text("domain").notNull(),
    firstName: text("first_name").notNull().default(""),
    lastName: text("last_name").notNull().default(""),
    company: text("company").notNull().default(""),
    jobTitle: text("job_title").notNull().default(""),
    phone: text("phone").notNull().default(""),
    linkedinUrl: text("linkedin_url").notNull().default(""),
    custom: json<Record<string, string>>("custom").notNull().default({}),
    score: integer("score"),
    /** The score, -1 before validation, so that a page by score is one walk in either direction. */
    scoreRank: integer("score_rank").generatedAlwaysAs(sql`coalesce(score, -1)`, {
      mode: "virtual",
    }),
    validationStatus: text("validation_status", { enum: ["valid", "risky", "invalid"] }),
    validation: json<unknown>("validation"),
    validatedAt: time("validated_at"),
    bouncedAt: time("bounced_at"),
    unsubscribedAt: time("unsubscribed_at"),
    /** How it came into the workspace; null for leads that are older than this column. */
    source: text("source", { enum: LEAD_SOURCE_KINDS }),
    /** The name of the file, and who gave it: a person or an API key. */
    sourceName: text("source_name").notNull().default(""),
    sourceBy: text("source_by").notNull().default(""),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("leads_workspace_email").on(t.workspaceId, t.email),
    index("leads_workspace_id").on(t.workspaceId, t.id),
    index("leads_workspace_domain").on(t.workspaceId, t.domain),
    index("leads_workspace_status").on(t.workspaceId, t.validationStatus, t.id),
    index("leads_workspace_score").on(t.workspaceId, t.scoreRank, t.id),
  ],
);

export const listLeads = sqliteTable(
  "list_leads",
  {
    workspaceId: workspaceColumn(),
    listId: integer("list_id").notNull().$type<ListId>(),
    leadId: integer("lead_id").notNull().$type<LeadId>(),
  },
  (t) => [
    primaryKey({ columns: [t.listId, t.leadId] }),
    index("list_leads_lead").on(t.workspaceId, t.leadId),
  ],
);

/**
 * Addresses and domains that no path may write to. With `hash_only` the hash alone is kept; `value` is
 * then there only while a lead of the workspace has that address, so that it is found by value.
 */
export const suppressions = sqliteTable(
  "suppressions",
  {
    id: rowId<number>(),
    workspaceId: workspaceColumn(),
    kind: text("kind", { enum: ["address", "domain"] }).notNull(),
    value: text("value"),
    /** HMAC of the value's SHA-256 under the install's key, hex; the SHA-256 alone while `hashKey` is null. */
    hash: text("hash").notNull(),
    /** Which key the hash is under; null in rows that are still to be keyed. */
    hashKey: text("hash_key"),
    hashOnly: flag("hash_only").notNull().default(false),
    reason: text("reason", {
      enum: ["unsubscribed", "bounced", "complained", "manual", "do_not_contact", "erased"],
    }).notNull(),
    /** What made it, where that can be taken back: `reply:` and the message. */
    source: text("source"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("suppressions_hash").on(t.workspaceId, t.kind, t.hash),
    index("suppressions_value").on(t.workspaceId, t.kind, t.value),
    index("suppressions_source")
      .on(t.workspaceId, t.source)
      .where(sql`source IS NOT NULL`),
    index("suppressions_unkeyed")
      .on(t.id)
      .where(sql`hash_key IS NULL`),
  ],
);

/** Rows of an upload that were not stored, for `errors_url`. */
export const importErrors = sqliteTable(
  "import_errors",
  {
    id: rowId<number>(),
    workspaceId: workspaceColumn(),
    jobId: integer("job_id").notNull().$type<JobId>(),
    line: integer("line").notNull(),
    email: text("email").notNull(),
    code: text("code").notNull(),
    message: text("message").notNull(),
    /** The name of the column that it is about; "" for the row as a whole. */
    columnName: text("column_name").notNull().default(""),
  },
  (t) => [index("import_errors_job").on(t.workspaceId, t.jobId, t.id)],
);
