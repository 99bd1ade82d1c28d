import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import {
  campaignLeads,
  campaignMailboxes,
  campaigns,
} from "#modules/campaigns/schema/campaigns.ts";
import type { CampaignStatus } from "#platform/rules/choices.ts";
import type { CampaignId, MailboxId, WorkspaceId } from "#platform/rules/ids.ts";
import type { worksForCampaign } from "#modules/warmup/hooks.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";

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

/** Whether a mailbox belongs to an active campaign. */
export const inActiveCampaign: AnswerTo<typeof worksForCampaign> = (workspaceId, mailboxId) =>
  sql`EXISTS (SELECT 1 FROM ${campaignMailboxes} cm
    JOIN ${campaigns} c ON c.id = cm.campaign_id
    WHERE cm.workspace_id = ${workspaceId} AND cm.mailbox_id = ${mailboxId}
      AND c.status = 'active' AND c.deleted_at IS NULL)`;
