import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#db/db.ts";
import { campaignLeads } from "#db/schema/campaigns.ts";
import type { CampaignId, LeadId, UnixMs, WorkspaceId } from "#domain/ids.ts";

/** Keeps the next step back until then; one that is on its way already is not touched. */
export function holdEnrolment(
  db: Db,
  workspaceId: WorkspaceId,
  lead: { campaignId: CampaignId; leadId: LeadId; until: UnixMs },
  guard: SQL,
): Statement {
  return db.run(sql`
    UPDATE ${campaignLeads} SET held_until = ${lead.until}, next_send_at = max(next_send_at, ${lead.until})
    WHERE workspace_id = ${workspaceId} AND campaign_id = ${lead.campaignId} AND lead_id = ${lead.leadId}
      AND status IN ('pending', 'in_progress') AND next_send_at IS NOT NULL AND ${guard}`);
}
