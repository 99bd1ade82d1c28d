import { sql } from "drizzle-orm";
import { primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { INTEGRATIONS } from "#modules/events/rules/integrations/providers.ts";
import { json, time, workspaceColumn } from "#platform/db/columns.ts";

/**
 * Services that a workspace connected. Those that events go to have a row of `webhooks` beside it,
 * mail providers one of `provider_keys`: their secrets are there.
 */
export const integrations = sqliteTable(
  "integrations",
  {
    workspaceId: workspaceColumn(),
    provider: text("provider", { enum: INTEGRATIONS }).notNull(),
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
    primaryKey({ columns: [t.workspaceId, t.provider] }),
    uniqueIndex("integrations_token")
      .on(t.tokenHash)
      .where(sql`token_hash IS NOT NULL`),
  ],
);
