import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { unixMs, type WorkspaceId } from "#platform/rules/ids.ts";
import type { HostFacts } from "#modules/links/rules/host-state.ts";
import { createdAt, json, time, updatedAt } from "#platform/db/columns.ts";

/**
 * The host under which a workspace's links lead: used once it is verified.
 * A host is one workspace's alone.
 */
export const trackingDomains = sqliteTable(
  "tracking_domains",
  {
    workspaceId: integer("workspace_id").primaryKey().$type<WorkspaceId>(),
    /** Lower case, without a dot at the end. */
    host: text("host").notNull(),
    status: text("status", { enum: ["pending", "verified", "failed"] })
      .notNull()
      .default("pending"),
    /** Random; a TXT record with it proves whose host it is. */
    token: text("token").notNull(),
    /** Whether https answers there. */
    ssl: text("ssl", { enum: ["pending", "active", "failed"] })
      .notNull()
      .default("pending"),
    /** What the last check found in DNS; null until the first. */
    found: json<HostFacts>("found"),
    checkedAt: time("checked_at"),
    verifiedAt: time("verified_at"),
    /** Checks in a row that found a verified host wrong; two of them end its use. */
    misses: integer("misses").notNull().default(0),
    /** When it is checked again; moved on by the job that takes it. */
    dueAt: time("due_at").notNull().default(unixMs(0)),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("tracking_domains_host").on(t.host),
    index("tracking_domains_due").on(t.dueAt),
    index("tracking_domains_status").on(t.status, t.host),
  ],
);
