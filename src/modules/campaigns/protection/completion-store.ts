import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { stats } from "#modules/campaigns/schema/sending.ts";
import type { CampaignId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

const hasLeads = (campaignId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${campaignLeads} l WHERE l.campaign_id = ${campaignId})`;

const hasOpenLeads = (campaignId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${campaignLeads} l WHERE l.campaign_id = ${campaignId}
      AND l.status IN ('pending', 'in_progress', 'paused'))`;

/** Active, with leads, none of them open (invariant I9). */
export const finishedGuard = (workspaceId: WorkspaceId, campaignId: CampaignId): SQL => sql`EXISTS (
  SELECT 1 FROM ${campaigns} c WHERE c.id = ${campaignId} AND c.workspace_id = ${workspaceId}
    AND c.status = 'active' AND c.deleted_at IS NULL
    AND ${hasLeads(sql`c.id`)} AND NOT ${hasOpenLeads(sql`c.id`)})`;

/** Across workspaces: the sweep looks for work, and each campaign is then handled in its own. */
export async function selectFinishedCampaigns(
  db: Db,
): Promise<{ id: CampaignId; workspaceId: WorkspaceId }[]> {
  return db
    .select({ id: campaigns.id, workspaceId: campaigns.workspaceId })
    .from(campaigns)
    .where(
      sql`${campaigns.status} = 'active' AND ${campaigns.deletedAt} IS NULL
        AND ${hasLeads(sql`${campaigns.id}`)} AND NOT ${hasOpenLeads(sql`${campaigns.id}`)}`,
    );
}

/** What the event tells, or null while the campaign is not finished. */
export async function selectCompletion(db: Db, workspaceId: WorkspaceId, campaignId: CampaignId) {
  const total = (metric: string) =>
    sql<number>`coalesce((SELECT ${sql.raw(metric)} FROM ${stats} s
      WHERE s.workspace_id = ${workspaceId} AND s.campaign_id = ${campaignId}
        AND s.dimension = 'total' AND s.key = ''), 0)`;
  const rows = await db
    .select({
      name: campaigns.name,
      epoch: campaigns.epoch,
      leads: total("leads"),
      sent: total("sent"),
      refused: total("refused"),
      replied: total("unique_replies"),
      positive_replies: total("positive_replies"),
      bounced: total("bounces"),
      unsubscribed: total("unsubscribes"),
    })
    .from(campaigns)
    .where(
      sql`${campaigns.id} = ${campaignId} AND ${campaigns.workspaceId} = ${workspaceId}
        AND ${finishedGuard(workspaceId, campaignId)}`,
    );
  return rows[0] ?? null;
}

export function markCompleted(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  now: UnixMs,
): Statement {
  return db.run(sql`
    UPDATE ${campaigns} SET status = 'completed', completed_at = ${now}, updated_at = ${now}
    WHERE id = ${campaignId} AND workspace_id = ${workspaceId}
      AND ${finishedGuard(workspaceId, campaignId)}`);
}
