import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { CampaignId, LeadId, ListId, SegmentId, TagId } from "#platform/rules/ids.ts";
import { createdAt, json, rowId, updatedAt, workspaceColumn } from "#platform/db/columns.ts";

/** What a segment stores: conditions that all have to hold. */
type StoredFilter = {
  readonly status?: "valid" | "risky" | "invalid" | "unvalidated" | undefined;
  readonly min_score?: number | undefined;
  readonly q?: string | undefined;
  readonly list_id?: ListId | undefined;
  readonly campaign_id?: CampaignId | undefined;
  readonly engaged?: "opened" | "clicked" | "replied" | undefined;
  /** The name of a tag. */
  readonly tag?: string | undefined;
  /** `plan=gold`, `plan~gol` or `plan=`. */
  readonly field?: string | undefined;
};

export const tags = sqliteTable(
  "tags",
  {
    id: rowId<TagId>(),
    workspaceId: workspaceColumn(),
    name: text("name").notNull(),
    /** The name in lower case: two that differ in case alone are one tag. */
    key: text("key").notNull(),
    leadCount: integer("lead_count").notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("tags_key").on(t.workspaceId, t.key)],
);

export const leadTags = sqliteTable(
  "lead_tags",
  {
    workspaceId: workspaceColumn(),
    tagId: integer("tag_id").notNull().$type<TagId>(),
    leadId: integer("lead_id").notNull().$type<LeadId>(),
  },
  (t) => [
    primaryKey({ columns: [t.tagId, t.leadId] }),
    index("lead_tags_lead").on(t.workspaceId, t.leadId),
  ],
);

/** A filter with a name. */
export const segments = sqliteTable(
  "segments",
  {
    id: rowId<SegmentId>(),
    workspaceId: workspaceColumn(),
    name: text("name").notNull(),
    filter: json<StoredFilter>("filter").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("segments_workspace").on(t.workspaceId, t.id)],
);
