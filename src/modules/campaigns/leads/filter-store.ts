import { type SQL, sql } from "drizzle-orm";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { Engagement } from "#modules/leads/contract/leads.ts";
import type { LeadFilter, Part } from "#modules/leads/choices/lead-filter-sql.ts";
import type { CampaignId, WorkspaceId } from "#platform/rules/ids.ts";

/** The conditions of a filter about campaigns and what a person did with their mails. */
export const campaignConditions = (
  workspaceId: WorkspaceId,
  { campaignId, engaged }: LeadFilter,
): Part[] => [
  ...(campaignId === undefined ? [] : [inCampaign(workspaceId, campaignId)]),
  ...(engaged === undefined ? [] : [whoDid(workspaceId, engaged)]),
];

const inCampaign = (workspaceId: WorkspaceId, id: CampaignId): Part => ({
  from: sql`${campaignLeads} m`,
  where: sql`m.campaign_id = ${id} AND +m.workspace_id = ${workspaceId}`,
  id: sql`m.lead_id`,
  joins: true,
  orders: ["id"],
  test: sql`EXISTS (SELECT 1 FROM ${campaignLeads} t WHERE t.campaign_id = ${id}
    AND t.lead_id = leads.id AND +t.workspace_id = ${workspaceId})`,
});

const DID = {
  opened: sql.raw("opened_at"),
  clicked: sql.raw("clicked_at"),
  replied: sql.raw("replied_at"),
} as const satisfies Record<Engagement, SQL>;

/** A lead may have done it with several mails, and is one row. */
const whoDid = (workspaceId: WorkspaceId, what: Engagement): Part => ({
  from: sql`(SELECT DISTINCT lead_id FROM ${sends}
    WHERE workspace_id = ${workspaceId} AND ${DID[what]} IS NOT NULL) m`,
  where: sql`true`,
  id: sql`m.lead_id`,
  joins: true,
  orders: [],
  test: sql`EXISTS (SELECT 1 FROM ${sends} t WHERE t.workspace_id = ${workspaceId}
    AND t.lead_id = leads.id AND t.${DID[what]} IS NOT NULL)`,
});
