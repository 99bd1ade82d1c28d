import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { createdAt, json, time, updatedAt, workspaceColumn } from "#platform/db/columns.ts";
import type { CampaignId, LeadId } from "#platform/rules/ids.ts";

/**
 * Services that a workspace connected. Those that events go to have a row of `webhooks` beside it,
 * mail providers one of `provider_keys`: their secrets are there.
 */
export const integrations = sqliteTable(
  "integrations",
  {
    workspaceId: workspaceColumn(),
    /** Its id: that of the service, with a word behind it for all but the first (see `providerOf`). */
    connection: text("provider").notNull(),
    /** What people call it. */
    name: text("name"),
    /** How the service calls the account; no secret. */
    accountLabel: text("account_label").notNull(),
    /** What was chosen; no secret. */
    config: json<Record<string, unknown>>("config").notNull(),
    /** SHA-256 of the token in the URL that a calendar calls. */
    tokenHash: text("token_hash"),
    /** Sealed: what a calendar signs with, and the token by which its subscription is ended. */
    secret: text("secret"),
    /** The subscription at the calendar. */
    remoteUri: text("remote_uri"),
    connectedAt: time("connected_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.connection] }),
    uniqueIndex("integrations_token")
      .on(t.tokenHash)
      .where(sql`token_hash IS NOT NULL`),
  ],
);

/** The contact and the deal that a lead has in a CRM, one for each campaign. */
export const crmDeals = sqliteTable(
  "crm_deals",
  {
    workspaceId: workspaceColumn(),
    connection: text("connection").notNull(),
    leadId: integer("lead_id").notNull().$type<LeadId>(),
    campaignId: integer("campaign_id").notNull().$type<CampaignId>(),
    /** Names the token with which they were found: under another one the ids may be somebody else's. */
    token: text("token").notNull(),
    contactId: text("contact_id").notNull(),
    /** Null until it is made. */
    dealId: text("deal_id"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.connection, t.leadId, t.campaignId] }),
    index("crm_deals_lead").on(t.workspaceId, t.leadId),
  ],
);
