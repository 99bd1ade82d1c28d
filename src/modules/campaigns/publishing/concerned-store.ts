import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { Change } from "#modules/campaigns/rules/publishing/changes.ts";
import type { CampaignId, WorkspaceId } from "#platform/rules/ids.ts";

/**
 * How many leads that are not finished each change concerns, since its step has not reached them;
 * and how many at least one of them.
 */
export async function countConcerned(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  changes: readonly Change[],
): Promise<{ each: readonly number[]; all: number }> {
  if (changes.length === 0) return { each: [], all: 0 };
  const asked = JSON.stringify(changes.map(({ below, hadStep }) => [below, hadStep]));
  const rows = await db.all<{ at: number; n: number }>(sql`
    SELECT c.key AS at, count(*) AS n FROM json_each(${asked}) c CROSS JOIN ${campaignLeads} e
    WHERE ${isOpen(workspaceId, campaignId)} AND ${isConcerned}
    GROUP BY c.key
    UNION ALL
    SELECT -1, count(*) FROM ${campaignLeads} e
    WHERE ${isOpen(workspaceId, campaignId)}
      AND EXISTS (SELECT 1 FROM json_each(${asked}) c WHERE ${isConcerned})`);
  const counts = new Map(rows.map(({ at, n }) => [at, n]));
  return { each: changes.map((_, index) => counts.get(index) ?? 0), all: counts.get(-1) ?? 0 };
}

const isOpen = (workspaceId: WorkspaceId, campaignId: CampaignId): SQL =>
  sql`e.campaign_id = ${campaignId} AND +e.workspace_id = ${workspaceId}
    AND e.status IN ('pending', 'in_progress', 'paused')`;

/** What is not on its way yet is written when it leaves, so it says what is published then. */
const isConcerned = sql`e.current_step < c.value->>0 AND NOT EXISTS (SELECT 1 FROM ${sends} s
  WHERE s.campaign_id = e.campaign_id AND s.lead_id = e.lead_id AND s.step_id = c.value->>1
    AND s.state NOT IN ('queued', 'leased'))`;
