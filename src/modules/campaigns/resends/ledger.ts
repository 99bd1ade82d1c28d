import { sql } from "drizzle-orm";
import type { Ledger } from "#modules/delivery/engine/kind.ts";
import { resends, sends } from "#modules/campaigns/schema/sending.ts";

/** Campaigns' mails whose outcome is unclear and that somebody asked to send once more. */
export const resendLedger: Ledger = {
  table: resends,
  id: "id",
  mailbox: "mailbox_id",
  messageId: sql`(SELECT s.message_id FROM ${sends} s WHERE s.id = l.id)`,
};
