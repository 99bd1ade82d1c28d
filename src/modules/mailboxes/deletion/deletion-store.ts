import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import {
  campaignLeads,
  campaignMailboxes,
  campaigns,
} from "#modules/campaigns/schema/campaigns.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { outbox } from "#modules/campaigns/schema/sending.ts";
import type { CampaignStatus } from "#modules/campaigns/rules/states.ts";
import type { CampaignId, MailboxId, WorkspaceId } from "#platform/rules/ids.ts";

/** Campaigns that use a mailbox: who of theirs it wrote to and still will, and whether they have another one. */
export async function selectUses(db: Db, workspaceId: WorkspaceId, id: MailboxId) {
  const rows = await db.all<{
    id: CampaignId;
    name: string;
    status: CampaignStatus;
    leads: number;
    others: number;
  }>(sql`
    SELECT k.id, k.name, k.status,
      (SELECT count(*) FROM ${campaignLeads} e WHERE e.mailbox_id = ${id} AND e.campaign_id = k.id
        AND e.status IN ('pending', 'in_progress', 'paused')) AS leads,
      (SELECT count(*) FROM ${campaignMailboxes} o WHERE o.campaign_id = k.id AND o.mailbox_id <> ${id}) AS others
    FROM ${campaignMailboxes} cm JOIN ${campaigns} k ON k.id = cm.campaign_id
    WHERE cm.workspace_id = ${workspaceId} AND cm.mailbox_id = ${id} AND k.deleted_at IS NULL
    ORDER BY k.id DESC`);
  return rows;
}

/** Mails that people wrote and that wait to leave from a mailbox, and its conversations, counted so far. */
export async function selectHeld(db: Db, workspaceId: WorkspaceId, id: MailboxId, most: number) {
  const rows = await db.all<{ scheduled: number; threads: number }>(sql`
    SELECT
      (SELECT count(*) FROM ${outbox} b JOIN ${messages} x ON x.id = b.message_id
        WHERE b.state = 'queued' AND b.workspace_id = ${workspaceId} AND b.mailbox_id = ${id}) AS scheduled,
      (SELECT count(*) FROM (SELECT 1 FROM ${threads} h
        WHERE h.workspace_id = ${workspaceId} AND h.mailbox_id = ${id} LIMIT ${most})) AS threads`);
  return rows[0] ?? { scheduled: 0, threads: 0 };
}
