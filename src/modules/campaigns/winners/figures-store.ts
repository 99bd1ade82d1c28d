import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { stats } from "#modules/campaigns/schema/sending.ts";
import type { CampaignId, WorkspaceId } from "#platform/rules/ids.ts";

/** Leads that are counted of a campaign: more of them change nothing that a person decides. */
export const MOST_LEADS = 20_000;

/** How many leads of a campaign can still get the step behind each position, counted to a bound. */
export async function countBefore(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
): Promise<readonly { step: number; n: number }[]> {
  return db.all(sql`
    SELECT step, count(*) AS n FROM (
      SELECT e.current_step AS step FROM ${campaignLeads} e
      WHERE e.campaign_id = ${campaignId} AND e.status IN ('pending', 'in_progress', 'paused')
        AND +e.workspace_id = ${workspaceId} LIMIT ${MOST_LEADS})
    GROUP BY step`);
}

/** What people did with the mails of a workspace, all campaigns together. */
export async function selectUsual(db: Db, workspaceId: WorkspaceId) {
  const rows = await db
    .select({
      mails: sql<number>`max(0, ${stats.sent} + ${stats.refused} - ${stats.bounces})`,
      reply: stats.uniqueReplies,
      click: stats.uniqueClicks,
      open: stats.uniqueOpens,
    })
    .from(stats)
    .where(
      sql`${stats.workspaceId} = ${workspaceId} AND ${stats.campaignId} = 0
        AND ${stats.dimension} = 'total' AND ${stats.key} = ''`,
    );
  return rows[0] ?? { mails: 0, reply: 0, click: 0, open: 0 };
}
