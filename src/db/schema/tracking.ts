import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { WorkspaceId } from "#domain/ids.ts";
import { createdAt, time, updatedAt } from "#db/columns.ts";

/**
 * The host under which a workspace's links lead (contract 2.12, 2.16): used once it is verified.
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
    /** Random; a TXT record with it proves whose host it is (threat 22). */
    token: text("token").notNull(),
    /** Whether https answers there. */
    ssl: text("ssl", { enum: ["pending", "active", "failed"] })
      .notNull()
      .default("pending"),
    checkedAt: time("checked_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex("tracking_domains_host").on(t.host)],
);
