import { type SQL, sql } from "drizzle-orm";
import { campaignLeads, campaignMailboxes } from "#modules/campaigns/schema/campaigns.ts";
import { sendLedger } from "#modules/campaigns/sends/ledger.ts";
import { takeBack } from "#modules/delivery/engine/moves.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/**
 * Gives leads whose mailbox is no longer in their campaign, and what of theirs has not reached a
 * server, to the campaign's other mailboxes, spread by lead. Where there is none they stay until one
 * is assigned. `those` is a condition on `campaign_id` and `mailbox_id` of `l`, leads and sends alike.
 */
export function handOverToOthers(db: Db, workspaceId: WorkspaceId, those: SQL): Statement[] {
  const isOut = (mailboxId: SQL): SQL => sql`NOT EXISTS (SELECT 1 FROM ${campaignMailboxes} cm
    WHERE cm.campaign_id = l.campaign_id AND cm.mailbox_id = ${mailboxId})`;
  // SQLite does not see the updated row in ORDER BY, so the shuffle is a column of an inner query.
  const other = sql`(SELECT mailbox_id FROM (
    SELECT cm.mailbox_id, ((cm.mailbox_id * 31 + l.id) * 2654435761) % 4294967296 AS place
    FROM ${campaignMailboxes} cm WHERE cm.campaign_id = l.campaign_id) ORDER BY place LIMIT 1)`;
  return [
    db.run(sql`
      UPDATE ${campaignLeads} AS l SET mailbox_id = ${other}
      WHERE +l.workspace_id = ${workspaceId} AND ${those} AND l.mailbox_id IS NOT NULL
        AND l.status IN ('pending', 'in_progress', 'paused') AND ${isOut(sql`l.mailbox_id`)}
        AND EXISTS (SELECT 1 FROM ${campaignMailboxes} cm WHERE cm.campaign_id = l.campaign_id)`),
    ...takeBack(
      db,
      sendLedger,
      workspaceId,
      sql`l.workspace_id = ${workspaceId} AND ${those} AND EXISTS (SELECT 1 FROM ${campaignLeads} e
        WHERE e.id = l.enrolment_id AND e.mailbox_id IS NOT NULL AND e.mailbox_id <> l.mailbox_id)`,
      sql`(SELECT e.mailbox_id FROM ${campaignLeads} e WHERE e.id = l.enrolment_id)`,
    ),
  ];
}
