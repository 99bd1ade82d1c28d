import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { ExchangeId, MailboxId } from "#platform/rules/ids.ts";
import type { ExchangePartner } from "#modules/warmup/rules/exchange/limits.ts";
import { EXCHANGE_STATES } from "#modules/warmup/rules/exchange/limits.ts";
import { createdAt, json, rowId, time, workspaceColumn } from "#platform/db/columns.ts";

/** Exchanges of warmup mails with workspaces of other installs. Secrets are sealed, and gone once it ended. */
export const warmupExchanges = sqliteTable(
  "warmup_exchanges",
  {
    id: rowId<ExchangeId>(),
    workspaceId: workspaceColumn(),
    /** Names it at both installs. */
    key: text("key").notNull(),
    side: text("side", { enum: ["inviting", "invited"] }).notNull(),
    state: text("state", { enum: EXCHANGE_STATES }).notNull(),
    /** What the other operator reads. */
    ownName: text("own_name").notNull(),
    partnerName: text("partner_name"),
    partnerUrl: text("partner_url"),
    /** The other install's identity, raw and in base64url. */
    partnerKey: text("partner_key"),
    /** The private half of an agreement that nobody answered yet, sealed. */
    agreementKey: text("agreement_key"),
    /** What both derived, sealed. */
    secret: text("secret"),
    /** What both operators compare. */
    fingerprint: text("fingerprint"),
    /** Mails a day in each direction. */
    quota: integer("quota").notNull(),
    mailboxIds: json<MailboxId[]>("mailbox_ids").notNull(),
    /** Domains of which DNS said that they are the partner's. */
    partnerDomains: json<string[]>("partner_domains").notNull().default([]),
    /** The addresses of a day. */
    partners: json<ExchangePartner[]>("partners").notNull().default([]),
    partnersOn: text("partners_on"),
    /** When the partner is called next. */
    callDueAt: time("call_due_at"),
    /** Why the last call failed: a sentence. */
    trouble: text("trouble"),
    createdBy: text("created_by").notNull(),
    createdAt: createdAt(),
    expiresAt: time("expires_at").notNull(),
    confirmedAt: time("confirmed_at"),
    endedAt: time("ended_at"),
    /** Why, as people read it. */
    endReason: text("end_reason"),
  },
  (t) => [
    uniqueIndex("warmup_exchanges_key").on(t.key),
    index("warmup_exchanges_workspace").on(t.workspaceId, t.id),
    index("warmup_exchanges_call").on(t.callDueAt),
    index("warmup_exchanges_invited")
      .on(t.expiresAt)
      .where(sql`state = 'invited'`),
  ],
);

/** Calls of partners that were taken, so that none is taken twice by whatever process. */
export const warmupExchangeNonces = sqliteTable(
  "warmup_exchange_nonces",
  {
    key: text("key").notNull(),
    nonce: text("nonce").notNull(),
    seenAt: time("seen_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.key, t.nonce] }),
    index("warmup_exchange_nonces_old").on(t.seenAt),
  ],
);
