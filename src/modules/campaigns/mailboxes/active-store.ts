import { sql } from "drizzle-orm";
import { campaignMailboxes, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import type { worksForCampaign } from "#modules/warmup/hooks.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";

/** Whether a mailbox belongs to an active campaign. */
export const inActiveCampaign: AnswerTo<typeof worksForCampaign> = (workspaceId, mailboxId) =>
  sql`EXISTS (SELECT 1 FROM ${campaignMailboxes} cm
    JOIN ${campaigns} c ON c.id = cm.campaign_id
    WHERE cm.workspace_id = ${workspaceId} AND cm.mailbox_id = ${mailboxId}
      AND c.status = 'active' AND c.deleted_at IS NULL)`;
