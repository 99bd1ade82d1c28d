import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { UserId } from "#platform/rules/ids.ts";
import { time } from "#platform/db/columns.ts";
import { pushMessages, pushSubscriptions } from "./push.ts";
import { TABLES_OF_FACTORS } from "./factors.ts";

/** Who a person is at the provider: one for each person. */
export const ssoIdentities = sqliteTable(
  "sso_identities",
  {
    issuer: text("issuer").notNull(),
    /** As the provider names the person there; never another's, unlike an address. */
    subject: text("subject").notNull(),
    userId: integer("user_id").notNull().$type<UserId>(),
    /** As the provider said at the last sign-in, lower case. */
    email: text("email").notNull(),
    linkedAt: time("linked_at").notNull(),
    lastSignInAt: time("last_sign_in_at").notNull(),
    /** Set when the provider gives no access any more: until it does again, no way leads in. */
    endedAt: time("ended_at"),
  },
  (t) => [
    primaryKey({ columns: [t.issuer, t.subject] }),
    uniqueIndex("sso_identities_user").on(t.userId),
  ],
);

/** A way out to the provider that has not come back: taken once, for ten minutes. */
export const ssoFlows = sqliteTable(
  "sso_flows",
  {
    /** SHA-256 of the state: who reads the row can start nothing. */
    stateHash: text("state_hash").primaryKey(),
    /** SHA-256 of the browser's cookie. */
    browserHash: text("browser_hash").notNull(),
    purpose: text("purpose", { enum: ["sign_in", "link", "reauthentication"] }).notNull(),
    /** The session that it is for, as a hash; null for a sign-in. */
    sessionHash: text("session_hash"),
    /** Sealed. */
    verifier: text("verifier").notNull(),
    nonce: text("nonce").notNull(),
    /** The own host that it began at; null: the install's address. */
    host: text("host"),
    /** A path of the dashboard. */
    next: text("next").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [index("sso_flows_expiry").on(t.expiresAt)],
);

/** What goes with a person. */
export const TABLES_OF_PERSON = [
  ...TABLES_OF_FACTORS,
  ssoIdentities,
  pushSubscriptions,
  pushMessages,
] as const;
