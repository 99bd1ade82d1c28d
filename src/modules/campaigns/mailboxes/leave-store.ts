import { type SQL, sql } from "drizzle-orm";
import {
  campaignLeads,
  campaignMailboxes,
  campaigns,
} from "#modules/campaigns/schema/campaigns.ts";
import { sendLedger } from "#modules/campaigns/sends/ledger.ts";
import { takeBack } from "#modules/delivery/engine/moves.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { CampaignId, MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** A mailbox that is deleted; `guard`: it is still there. */
type LeavingMailbox = { readonly id: MailboxId; readonly guard: SQL };

/** Active campaigns that have no other mailbox. */
export async function selectLastMailboxCampaigns(db: Db, workspaceId: WorkspaceId, id: MailboxId) {
  return db
    .select({ id: campaigns.id, name: campaigns.name, epoch: campaigns.epoch })
    .from(campaigns)
    .where(
      sql`${campaigns.workspaceId} = ${workspaceId} AND ${campaigns.status} = 'active'
        AND ${campaigns.deletedAt} IS NULL AND ${onlyMailbox(sql`${campaigns.id}`, id)}`,
    );
}

const onlyMailbox = (campaignId: SQL, id: MailboxId): SQL => sql`
  EXISTS (SELECT 1 FROM ${campaignMailboxes} cm WHERE cm.campaign_id = ${campaignId} AND cm.mailbox_id = ${id})
  AND NOT EXISTS (SELECT 1 FROM ${campaignMailboxes} cm WHERE cm.campaign_id = ${campaignId} AND cm.mailbox_id <> ${id})`;

/** The campaign is active, in the run that was read, and this is its only mailbox. */
export const lastMailboxGuard = (
  workspaceId: WorkspaceId,
  { id, guard }: LeavingMailbox,
  campaign: { id: CampaignId; epoch: number },
): SQL => sql`${guard} AND EXISTS (
  SELECT 1 FROM ${campaigns} c WHERE c.id = ${campaign.id} AND c.workspace_id = ${workspaceId}
    AND c.status = 'active' AND c.epoch = ${campaign.epoch} AND ${onlyMailbox(sql`c.id`, id)})`;

export function pauseWithoutMailboxes(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  now: UnixMs,
  guard: SQL,
): Statement {
  return db.run(sql`
    UPDATE ${campaigns} SET status = 'paused', paused_reason = 'no_mailboxes', epoch = epoch + 1, updated_at = ${now}
    WHERE id = ${campaignId} AND workspace_id = ${workspaceId} AND ${guard}`);
}

/**
 * Gives the mailbox's leads, and what of theirs has not reached a server, to the other mailboxes
 * of each campaign, spread by lead. Where there is none they stay until one is assigned.
 */
export function handOverLeads(
  db: Db,
  workspaceId: WorkspaceId,
  { id, guard }: LeavingMailbox,
): Statement[] {
  // SQLite does not see the updated row in ORDER BY, so the shuffle is a column of an inner query.
  const other = sql`(SELECT mailbox_id FROM (
    SELECT cm.mailbox_id, ((cm.mailbox_id * 31 + ${campaignLeads}.id) * 2654435761) % 4294967296 AS place
    FROM ${campaignMailboxes} cm
    WHERE cm.campaign_id = ${campaignLeads}.campaign_id AND cm.mailbox_id <> ${id})
    ORDER BY place LIMIT 1)`;
  return [
    db.run(sql`
      UPDATE ${campaignLeads} SET mailbox_id = ${other}
      WHERE workspace_id = ${workspaceId} AND mailbox_id = ${id}
        AND status IN ('pending', 'in_progress', 'paused') AND ${other} IS NOT NULL AND ${guard}`),
    ...takeBack(
      db,
      sendLedger,
      workspaceId,
      sql`l.workspace_id = ${workspaceId} AND l.mailbox_id = ${id}
        AND EXISTS (SELECT 1 FROM ${campaignLeads} e WHERE e.id = l.enrolment_id AND e.mailbox_id <> ${id})
        AND ${guard}`,
      sql`(SELECT e.mailbox_id FROM ${campaignLeads} e WHERE e.id = l.enrolment_id)`,
    ),
  ];
}

/** Takes a mailbox out of every campaign. */
export const dropFromCampaigns = (
  db: Db,
  workspaceId: WorkspaceId,
  { id, guard }: LeavingMailbox,
): Statement =>
  db.run(
    sql`DELETE FROM ${campaignMailboxes} WHERE workspace_id = ${workspaceId} AND mailbox_id = ${id} AND ${guard}`,
  );
