import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { sendLedger } from "#modules/campaigns/sends/ledger.ts";
import { dueAtInstead } from "#modules/delivery/engine/moves.ts";
import type { CampaignId, LeadId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/**
 * Defers the next step until then, also one that waits for a retry. A step that is being sent
 * already is not touched, but the one after it is.
 */
export function deferEnrolment(
  db: Db,
  workspaceId: WorkspaceId,
  lead: { campaignId: CampaignId; leadId: LeadId; until: UnixMs },
  guard: SQL,
): Statement[] {
  const { campaignId, leadId, until } = lead;
  return [
    db.run(sql`
      UPDATE ${campaignLeads} SET held_until = ${until}, next_send_at = max(next_send_at, ${until})
      WHERE workspace_id = ${workspaceId} AND campaign_id = ${campaignId} AND lead_id = ${leadId}
        AND status IN ('pending', 'in_progress') AND ${guard}`),
    dueAtInstead(
      db,
      sendLedger,
      workspaceId,
      sql`l.workspace_id = ${workspaceId} AND l.campaign_id = ${campaignId} AND l.lead_id = ${leadId} AND ${guard}`,
      sql`max(due_at, ${until})`,
    ),
  ];
}
