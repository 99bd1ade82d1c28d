import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { unixMs, type WorkspaceId } from "#platform/rules/ids.ts";
import type { Agreement } from "#platform/rules/dns/agree.ts";
import type { Finding } from "#platform/rules/dns/finding.ts";
import { createdAt, json, time, updatedAt } from "#platform/db/columns.ts";

/** How the product calls and dresses itself for the clients of a workspace. No row: as the install does. */
export const workspaceBrands = sqliteTable(
  "workspace_brands",
  {
    workspaceId: integer("workspace_id").primaryKey().$type<WorkspaceId>(),
    name: text("name").notNull(),
    /** Lower case, such as `#00697a`. */
    accent: text("accent"),
    /** Whom mails to its people are from: the name beside the address, and the address. */
    senderName: text("sender_name"),
    senderEmail: text("sender_email"),
    /** The logo's SHA-256, which its address names. */
    logoHash: text("logo_hash"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** A data URL. Last, so that reading the others need not pass it. */
    logo: text("logo"),
  },
  (t) => [index("workspace_brands_logo").on(t.logoHash)],
);

/** The host at which the people of a workspace find its dashboard and report. It is one workspace's alone. */
export const workspaceHosts = sqliteTable(
  "workspace_hosts",
  {
    workspaceId: integer("workspace_id").primaryKey().$type<WorkspaceId>(),
    /** Lower case, without a dot at the end. */
    host: text("host").notNull(),
    /** `verified`: links in mails lead there. */
    status: text("status", { enum: ["pending", "verified", "failed"] })
      .notNull()
      .default("pending"),
    /** Whether https answers there. */
    ssl: text("ssl", { enum: ["pending", "active", "failed"] })
      .notNull()
      .default("pending"),
    /** What the last check found in DNS; null until the first. */
    found: json<Finding & { readonly agreement: Agreement }>("found"),
    checkedAt: time("checked_at"),
    verifiedAt: time("verified_at"),
    /** Checks in a row that found a verified host wrong; two of them end its use in links. */
    misses: integer("misses").notNull().default(0),
    /** When it is checked again; moved on by the job that takes it. */
    dueAt: time("due_at").notNull().default(unixMs(0)),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex("workspace_hosts_host").on(t.host), index("workspace_hosts_due").on(t.dueAt)],
);
