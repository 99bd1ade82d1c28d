import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import {
  APPROVAL_STATES,
  type Content,
  type StoredDraft,
  VERSION_KINDS,
} from "#modules/campaigns/rules/publishing/content.ts";
import { createdAt, json, rowId, time, updatedAt, workspaceColumn } from "#platform/db/columns.ts";
import type { ApprovalId, CampaignId, UserId } from "#platform/rules/ids.ts";

/** Who did something: a person, or a key by its name; neither: the product itself. */
const by = {
  byUser: integer("by_user").$type<UserId>(),
  byKey: text("by_key"),
};

/** What of a campaign is to be published: its differences from what is published. */
export const campaignDrafts = sqliteTable(
  "campaign_drafts",
  {
    workspaceId: workspaceColumn(),
    campaignId: integer("campaign_id").notNull().$type<CampaignId>(),
    /** Raised by every save. */
    revision: integer("revision").notNull(),
    draft: json<StoredDraft>("draft").notNull(),
    /** The version that it was made from. */
    restored: integer("restored"),
    ...by,
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.campaignId] })],
);

/** What was published, from 1 on in each campaign. */
export const campaignVersions = sqliteTable(
  "campaign_versions",
  {
    workspaceId: workspaceColumn(),
    campaignId: integer("campaign_id").notNull().$type<CampaignId>(),
    version: integer("version").notNull(),
    kind: text("kind", { enum: VERSION_KINDS }).notNull(),
    /** Null: larger than a row may be. */
    content: json<Content>("content"),
    /** The version that it brought back. */
    restored: integer("restored"),
    approvalId: integer("approval_id").$type<ApprovalId>(),
    ...by,
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.campaignId, t.version] })],
);

/** Somebody was asked whether these words may be sent, by a link that ends. */
export const campaignApprovals = sqliteTable(
  "campaign_approvals",
  {
    id: rowId<ApprovalId>(),
    workspaceId: workspaceColumn(),
    campaignId: integer("campaign_id").notNull().$type<CampaignId>(),
    state: text("state", { enum: APPROVAL_STATES }).notNull().default("open"),
    /** A digest of the words that it is about. */
    fingerprint: text("fingerprint").notNull(),
    content: json<Content>("content").notNull(),
    /** What the team says to who decides. */
    note: text("note").notNull().default(""),
    tokenHash: text("token_hash").notNull(),
    expiresAt: time("expires_at").notNull(),
    ...by,
    createdAt: createdAt(),
    decidedAt: time("decided_at"),
    decidedBy: integer("decided_by").$type<UserId>(),
    /** Who decided by the link, as they wrote it. */
    decidedName: text("decided_name"),
    comment: text("comment").notNull().default(""),
  },
  (t) => [
    uniqueIndex("campaign_approvals_token").on(t.tokenHash),
    index("campaign_approvals_campaign").on(t.workspaceId, t.campaignId, t.id),
  ],
);
