import { sql } from "drizzle-orm";
import { campaigns } from "#modules/campaigns/schema/campaigns.ts";
import type { LeadNews } from "#modules/events/rules/event.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import type { Db } from "#platform/db/db.ts";
import type { CampaignId, LeadId, WorkspaceId } from "#platform/rules/ids.ts";

/** What events say of leads that no mail is about. */
export async function leadFactsForEvents(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId | null,
  ids: readonly LeadId[],
): Promise<ReadonlyMap<LeadId, LeadNews>> {
  const rows = await db.all<LeadNews & { lead_id: LeadId }>(sql`
    SELECT l.id AS lead_id, l.email AS lead_email, trim(l.first_name || ' ' || l.last_name) AS lead_name,
      l.company AS company, coalesce(${campaignId}, 0) AS campaign_id,
      coalesce((SELECT k.name FROM ${campaigns} k WHERE k.id = ${campaignId} AND k.workspace_id = ${workspaceId}), '')
        AS campaign_name
    FROM ${leads} l WHERE l.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
      AND +l.workspace_id = ${workspaceId}`);
  return new Map(rows.map((row) => [row.lead_id, row]));
}
