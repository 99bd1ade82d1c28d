import { sql } from "drizzle-orm";
import { index, integer, type SQLiteColumn, text } from "drizzle-orm/sqlite-core";
import type { UsageScope } from "#modules/mailboxes/schema/usage.ts";
import { SEND_STATES } from "#modules/delivery/rules/states.ts";
import { json, time } from "#platform/db/columns.ts";

/**
 * The life of a mail, the same in every ledger; `delivery/engine` alone writes it. Its states are in
 * `delivery/rules/states.ts`; each change repeats state and lease in its WHERE.
 */
export const deliveryColumns = () => ({
  state: text("state", { enum: SEND_STATES }).notNull(),
  /** Not before; retries move it. */
  dueAt: time("due_at").notNull(),
  /** Fencing token of the current claim. An unknown mail keeps it, for late evidence. */
  lease: text("lease"),
  leaseUntil: time("lease_until"),
  /** Tries that a server may have seen. */
  attempts: integer("attempts").notNull().default(0),
  /** Slots of `daily_usage` that the claim took, given back when it is released: [scope, key, day]. */
  usage: json<[UsageScope, string, string][]>("usage").notNull().default([]),
  smtpCode: integer("smtp_code"),
  smtpResponse: text("smtp_response"),
  /** The Message-ID that the server gave it in place of ours: answers may name either. */
  serverMessageId: text("server_message_id"),
  /** What settled it: smtp, api, journal, draft, dsn, reply, hit, sent_folder, placement; of a queued one, template_error; of one being sent, which start of the companion was granted it. */
  evidence: text("evidence"),
  sentAt: time("sent_at"),
  finishedAt: time("finished_at"),
});

/** By the id that a server gave in place of ours: of few mails, so it stays small. */
export const serverIdIndex = (name: string, column: SQLiteColumn) =>
  index(`${name}_server_message_id`)
    .on(column)
    .where(sql`server_message_id IS NOT NULL`);

/** Of what is live alone: they stay small, whatever a ledger remembers. Claims read the first, sweeps and restarts the second, restarts the last. */
export const liveIndexes = (
  name: string,
  columns: Readonly<Record<"dueAt" | "leaseUntil" | "finishedAt", SQLiteColumn>>,
) => [
  index(`${name}_queued`)
    .on(columns.dueAt)
    .where(sql`state = 'queued'`),
  index(`${name}_held`)
    .on(columns.leaseUntil)
    .where(sql`lease_until IS NOT NULL`),
  index(`${name}_unknown`)
    .on(columns.finishedAt)
    .where(sql`state = 'unknown'`),
];
