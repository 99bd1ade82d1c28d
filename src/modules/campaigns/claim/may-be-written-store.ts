import { sql } from "drizzle-orm";
import { workspacePaused } from "#modules/accounts/workspaces/sending-sql.ts";
import type { Db } from "#platform/db/db.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { CampaignId, WorkspaceId } from "#platform/rules/ids.ts";

/** Whether the workspace is paused as a whole, as its own database knows. */
export async function selectIsPaused(db: Db, workspaceId: WorkspaceId): Promise<boolean> {
  const rows = await db.all<{ paused: number }>(
    sql`SELECT ${workspacePaused(sql`${workspaceId}`)} AS paused`,
  );
  return rows[0]?.paused === 1;
}

/** To whom these mails go, of which campaign, and whether each is the first of its sequence. */
export async function selectRecipients(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly number[],
): Promise<readonly { id: number; email: string; campaignId: CampaignId; isFirst: boolean }[]> {
  const rows = await db.all<{
    id: number;
    email: string;
    campaignId: CampaignId;
    step: number;
  }>(sql`
    SELECT s.id AS id, s.to_email AS email, s.campaign_id AS "campaignId", e.current_step AS step
    FROM ${sends} s JOIN ${campaignLeads} e ON e.id = s.enrolment_id
    WHERE s.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +s.workspace_id = ${workspaceId}`);
  return rows.map(({ step, ...mail }) => ({ ...mail, isFirst: step === 0 }));
}
