import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { sql } from "drizzle-orm";
import { LINK_INTERVALS } from "#modules/leads/rules/import-links/interval.ts";
import type { CampaignId, ImportLinkId, ListId, UserId } from "#platform/rules/ids.ts";
import {
  createdAt,
  flag,
  json,
  rowId,
  time,
  updatedAt,
  workspaceColumn,
} from "#platform/db/columns.ts";

/** Files of leads that are fetched again by their address. Their runs are rows of `jobs`. */
export const importLinks = sqliteTable(
  "import_links",
  {
    id: rowId<ImportLinkId>(),
    workspaceId: workspaceColumn(),
    name: text("name").notNull(),
    /** Sealed: its query may hold a secret. */
    url: text("url").notNull(),
    /** Scheme, host and path, with `?...` where there is more. */
    urlShown: text("url_shown").notNull(),
    every: text("every", { enum: LINK_INTERVALS }).notNull(),
    mapping: json<Record<string, string | null>>("mapping").notNull(),
    sheet: text("sheet"),
    listId: integer("list_id").notNull().$type<ListId>(),
    onDuplicate: text("on_duplicate", { enum: ["skip", "update"] }).notNull(),
    /** New leads join it. */
    campaignId: integer("campaign_id").$type<CampaignId>(),
    active: flag("active").notNull(),
    /** Counts changes of what a run does: a run that began before one is not what the next is compared with. */
    revision: integer("revision").notNull().default(1),
    /** When it runs next; null while it is paused and nobody asked for a run. */
    nextAt: time("next_at"),
    /** Whether a person asked for the next run. */
    asked: flag("asked").notNull().default(false),
    lease: text("lease"),
    /** Until when a run is left alone, or a wake-up is waited for. */
    leaseUntil: time("lease_until"),
    /** Of the file that was read last, as its server and its bytes name it. */
    etag: text("etag"),
    lastModified: text("last_modified"),
    contentHash: text("content_hash"),
    /** Its columns, to tell which went away. */
    columns: json<readonly string[]>("columns").notNull().default([]),
    /** Failed runs since the last one that did not. */
    failures: integer("failures").notNull().default(0),
    createdBy: integer("created_by").$type<UserId>(),
    /** Who made it, as the leads that it brings name it. */
    createdByName: text("created_by_name").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("import_links_workspace").on(t.workspaceId, t.id),
    index("import_links_due")
      .on(t.nextAt)
      .where(sql`next_at IS NOT NULL`),
  ],
);
