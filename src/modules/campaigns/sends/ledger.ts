import { sql } from "drizzle-orm";
import type { Ledger } from "#modules/delivery/engine/kind.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";

/** Mails of campaigns: one row per campaign, lead and step. */
export const sendLedger: Ledger = {
  table: sends,
  id: "id",
  mailbox: "mailbox_id",
  messageId: sql`l.message_id`,
};
