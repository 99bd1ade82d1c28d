import { sql } from "drizzle-orm";
import type { Ledger } from "#modules/delivery/engine/kind.ts";
import { placementMails } from "#modules/placement/schema/placement.ts";

/** Test emails to seeds. */
export const placementLedger: Ledger = {
  table: placementMails,
  id: "id",
  mailbox: "mailbox_id",
  messageId: sql`l.message_id`,
};
