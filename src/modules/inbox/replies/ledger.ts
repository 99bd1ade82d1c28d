import { sql } from "drizzle-orm";
import type { Ledger } from "#modules/delivery/engine/kind.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { outbox } from "#modules/campaigns/schema/sending.ts";

/** Mails that people wrote: one row per outbound message of theirs. */
export const replyLedger: Ledger = {
  table: outbox,
  id: "message_id",
  mailbox: "mailbox_id",
  messageId: sql`(SELECT m.message_id FROM ${messages} m WHERE m.id = l.message_id)`,
};
