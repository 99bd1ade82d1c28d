import { sql } from "drizzle-orm";
import type { Ledger } from "#modules/delivery/engine/kind.ts";
import { warmupMails } from "#modules/warmup/schema/warmup.ts";

/** Mails that the mailboxes of a workspace send each other. */
export const warmupLedger: Ledger = {
  table: warmupMails,
  id: "id",
  mailbox: "from_mailbox_id",
  messageId: sql`l.message_id`,
};
