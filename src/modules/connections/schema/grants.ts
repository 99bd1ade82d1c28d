import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { GrantId, OrganisationId, UserId } from "#platform/rules/ids.ts";
import { GRANT_STATES, CONSENT_PROVIDERS } from "#modules/connections/rules/kinds.ts";
import { createdAt, json, rowId, time, updatedAt, workspaceColumn } from "#platform/db/columns.ts";

/**
 * What opens one mailbox without a password: a person's consent, or their organisation's. Tokens are
 * sealed (`v1.<kid>.<iv>.<ct>`) and never leave, but for access tokens to the companion.
 */
export const grants = sqliteTable(
  "mail_grants",
  {
    id: rowId<GrantId>(),
    workspaceId: workspaceColumn(),
    kind: text("kind", { enum: ["oauth", "organisation"] }).notNull(),
    provider: text("provider", { enum: CONSENT_PROVIDERS }).notNull(),
    /** The account as the provider names it, lower case. */
    account: text("account").notNull(),
    /** `issuer#sub`: stays when the account is renamed. Empty for an organisation. */
    subject: text("subject").notNull().default(""),
    organisationId: integer("organisation_id").$type<OrganisationId>(),
    scopes: json<string[]>("scopes").notNull().default([]),
    state: text("state", { enum: GRANT_STATES }).notNull().default("connected"),
    /** The provider's words for it. */
    reason: text("reason"),
    refreshToken: text("refresh_token"),
    /** For SMTP and IMAP, and for the provider's API where that wants another. */
    accessToken: text("access_token"),
    accessUntil: time("access_until"),
    /** From when on it is renewed: 80 % of its life. */
    accessRenewAt: time("access_renew_at"),
    apiToken: text("api_token"),
    apiUntil: time("api_until"),
    apiRenewAt: time("api_renew_at"),
    /** Grows with each change of the tokens; what was read before that stores nothing. */
    version: integer("version").notNull().default(1),
    /** Grows when a person connects it again. */
    generation: integer("generation").notNull().default(1),
    lease: text("lease"),
    leaseUntil: time("lease_until"),
    /** After a refusal that will pass, nobody asks before this. */
    retryAt: time("retry_at"),
    refreshedAt: time("refreshed_at"),
    grantedBy: integer("granted_by").$type<UserId>(),
    grantedAt: time("granted_at").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("mail_grants_workspace").on(t.workspaceId, t.id),
    index("mail_grants_idle")
      .on(t.refreshedAt)
      .where(sql`state = 'connected' AND refresh_token IS NOT NULL`),
    index("mail_grants_organisation")
      .on(t.organisationId)
      .where(sql`organisation_id IS NOT NULL`),
  ],
);
