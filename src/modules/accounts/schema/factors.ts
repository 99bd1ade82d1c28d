import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { PasskeyId, TotpId, UserId } from "#platform/rules/ids.ts";
import { createdAt, json, rowId, time } from "#platform/db/columns.ts";

/** The authenticator app of a person. It counts once a first code was confirmed. */
export const totpFactors = sqliteTable(
  "totp_factors",
  {
    id: rowId<TotpId>(),
    userId: integer("user_id").notNull().$type<UserId>(),
    /** Sealed. */
    secret: text("secret").notNull(),
    /** The newest step of 30 seconds whose code was taken: neither it nor an older one is taken again. */
    lastStep: integer("last_step").notNull().default(0),
    createdAt: createdAt(),
    confirmedAt: time("confirmed_at"),
    lastUsedAt: time("last_used_at"),
  },
  (t) => [uniqueIndex("totp_factors_user").on(t.userId)],
);

/** Codes for a lost phone: each good once. A used one is deleted. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    /** SHA-256 of user and code, hex. */
    hash: text("hash").primaryKey(),
    userId: integer("user_id").notNull().$type<UserId>(),
    createdAt: createdAt(),
  },
  (t) => [index("recovery_codes_user").on(t.userId)],
);

export const passkeys = sqliteTable(
  "passkeys",
  {
    id: rowId<PasskeyId>(),
    userId: integer("user_id").notNull().$type<UserId>(),
    /** As the authenticator names it, base64url. */
    credentialId: text("credential_id").notNull(),
    /** COSE, base64url. */
    publicKey: text("public_key").notNull(),
    /** How the authenticator names the person: random, and the same for all passkeys of a person. */
    userHandle: text("user_handle").notNull(),
    /** The host that it is for; it works nowhere else. */
    rpId: text("rp_id").notNull(),
    /** As the authenticator counts; one that stays 0 does not count. */
    counter: integer("counter").notNull(),
    name: text("name").notNull(),
    transports: json<readonly string[]>("transports").notNull(),
    createdAt: createdAt(),
    lastUsedAt: time("last_used_at"),
  },
  (t) => [
    uniqueIndex("passkeys_credential").on(t.credentialId),
    index("passkeys_user").on(t.userId, t.id),
  ],
);

/** What somebody may do next, for five minutes and once: finish a sign-in, or answer a challenge. */
export const authTickets = sqliteTable(
  "auth_tickets",
  {
    /** SHA-256 of the ticket, hex. */
    hash: text("hash").primaryKey(),
    purpose: text("purpose", {
      enum: ["factor", "passkey_sign_in", "passkey_registration", "reauthentication"],
    }).notNull(),
    /** What came before the factor. */
    firstStep: text("first_step", { enum: ["password", "sso"] })
      .notNull()
      .default("password"),
    /** Null where the passkey is to say who it is. */
    userId: integer("user_id").$type<UserId>(),
    /** The account's when the ticket was made: anything that ends sessions ends it. */
    sessionVersion: integer("session_version"),
    /** The session that it is for. */
    sessionId: text("session_id"),
    /** What the authenticator signs, base64url. */
    challenge: text("challenge").notNull(),
    rpId: text("rp_id"),
    /** How a new passkey is to name its person, base64url. */
    userHandle: text("user_handle"),
    /** Answers that were tried. */
    tries: integer("tries").notNull().default(0),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [index("auth_tickets_expiry").on(t.expiresAt), index("auth_tickets_user").on(t.userId)],
);

/** What goes when a person's factors or the person go. */
export const TABLES_OF_FACTORS = [totpFactors, passkeys, recoveryCodes, authTickets] as const;
