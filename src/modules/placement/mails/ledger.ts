import { type SQL, sql } from "drizzle-orm";
import type { Ledger } from "#modules/delivery/engine/kind.ts";
import type { PlacementTestId } from "#platform/rules/ids.ts";
import { placementMails } from "#modules/placement/schema/placement.ts";

/** Test emails to seeds. */
export const placementLedger: Ledger = {
  table: placementMails,
  id: "id",
  mailbox: "mailbox_id",
  messageId: sql`l.message_id`,
};

/** Over `l`: mails of a test, its searches included. */
export const ofTest = (id: PlacementTestId): SQL => sql`l.test_id = ${id}`;

/** Over `l`: mails of a test's searches. */
export const ofItsSearches = (id: PlacementTestId): SQL => sql`${ofTest(id)} AND l.search_id > 0`;
