import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { MailboxId, OrganisationId, UserId, WorkspaceId } from "#platform/rules/ids.ts";
import {
  ORGANISATION_PROVIDERS,
  CONSENT_PROVIDERS,
  ROADS,
  type OrganisationProvider,
} from "#modules/connections/rules/kinds.ts";
import { createdAt, json, rowId, time, updatedAt } from "#platform/db/columns.ts";

/** A way out to a provider that has not come back: taken once, for ten minutes. */
export const oauthFlows = sqliteTable(
  "oauth_flows",
  {
    /** SHA-256 of the state: who reads the row can start nothing. */
    stateHash: text("state_hash").primaryKey(),
    /** SHA-256 of the session's id. */
    sessionHash: text("session_hash").notNull(),
    userId: integer("user_id").$type<UserId>(),
    provider: text("provider", { enum: CONSENT_PROVIDERS }).notNull(),
    /** What comes of it: a mailbox of a workspace, or an organisation of the install. */
    purpose: text("purpose", { enum: ["mailbox", "organisation"] }).notNull(),
    workspaceId: integer("workspace_id").$type<WorkspaceId>(),
    /** The mailbox that is connected again; null makes a new one. */
    mailboxId: integer("mailbox_id").$type<MailboxId>(),
    organisationId: integer("organisation_id").$type<OrganisationId>(),
    /** What a mailbox that is connected again sends by, once that is granted. */
    road: text("road", { enum: ROADS }).notNull().default("smtp"),
    /** The only account that will do. */
    expectEmail: text("expect_email"),
    /** Sealed. */
    verifier: text("verifier").notNull(),
    nonce: text("nonce").notNull(),
    expiresAt: time("expires_at").notNull(),
    /** The workspace's own host at which it began, and where it ends; null: the install's address. */
    host: text("host"),
    /** SHA-256 of the ticket that hands the provider's answer over to that host. */
    ticketHash: text("ticket_hash"),
    /** The answer's parameters, sealed. */
    answer: text("answer"),
  },
  (t) => [
    index("oauth_flows_expiry").on(t.expiresAt),
    uniqueIndex("oauth_flows_ticket").on(t.ticketHash),
  ],
);

/** A tenant or domain whose admin let the install in. It holds no secret: the install's client does. */
export const organisations = sqliteTable(
  "mail_organisations",
  {
    id: rowId<OrganisationId>(),
    provider: text("provider", { enum: ORGANISATION_PROVIDERS })
      .notNull()
      .$type<OrganisationProvider>(),
    name: text("name").notNull(),
    /** Microsoft: the tenant's id. Google: its primary domain. Lower case. */
    tenant: text("tenant").notNull(),
    domains: json<string[]>("domains").notNull().default([]),
    /** Who is asked to list users: an admin of a Google domain. */
    adminEmail: text("admin_email"),
    /** A mailbox was opened with it: only that proves anything. */
    provedAt: time("proved_at"),
    checkedAt: time("checked_at"),
    /** What it lacked then, by code. */
    lacks: json<string[]>("lacks").notNull().default([]),
    /** The provider's words. */
    reason: text("reason"),
    createdBy: integer("created_by").$type<UserId>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex("mail_organisations_tenant").on(t.provider, t.tenant)],
);

/** The addresses of an organisation that a workspace may connect, as an admin granted them. */
export const organisationAddresses = sqliteTable(
  "mail_organisation_addresses",
  {
    organisationId: integer("organisation_id").notNull().$type<OrganisationId>(),
    /** Lower case. */
    email: text("email").notNull(),
    workspaceId: integer("workspace_id").notNull().$type<WorkspaceId>(),
    grantedBy: integer("granted_by").$type<UserId>(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("mail_organisation_addresses_one").on(t.organisationId, t.email, t.workspaceId),
    index("mail_organisation_addresses_workspace").on(t.workspaceId),
  ],
);
