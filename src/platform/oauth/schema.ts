import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { UserId } from "#platform/rules/ids.ts";
import { json, updatedAt } from "#platform/db/columns.ts";

/** The install's own clients at providers, as an admin entered them; the environment's come first. */
export const oauthClients = sqliteTable("oauth_clients", {
  /** `google`, `microsoft`, `custom`; `google-service`, `microsoft-app` for whole organisations; `sso` for people. */
  name: text("name").primaryKey(),
  clientId: text("client_id").notNull(),
  /** Sealed: a client secret, a service account's key, or a certificate with its key. */
  secret: text("secret").notNull(),
  /** What is no secret: tenant, issuer, scopes, servers, rules, thumbprint, when a certificate ends. */
  options: json<Record<string, unknown>>("options").notNull().default({}),
  updatedBy: integer("updated_by").$type<UserId>(),
  updatedAt: updatedAt(),
});
