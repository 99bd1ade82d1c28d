import { IMPORTED } from "#modules/campaigns/rules/variants.ts";
import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { CampaignId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** How many mails of the workspace left in each span of `spanMs` from `from` on, up to `until`; by number of the span. */
export async function selectSentSpans(
  db: Db,
  workspaceId: WorkspaceId,
  day: { from: UnixMs; until: UnixMs; spanMs: number },
): Promise<ReadonlyMap<number, number>> {
  const rows = await db.all<{ span: number; n: number }>(sql`
    SELECT CAST((sent_at - ${day.from}) / ${day.spanMs} AS INTEGER) AS span, count(*) AS n FROM ${sends}
    WHERE workspace_id = ${workspaceId} AND sent_at >= ${day.from} AND sent_at < ${day.until}
      AND variant <> ${IMPORTED}
    GROUP BY span`);
  return new Map(rows.map(({ span, n }) => [span, n]));
}

/** How many leads of each campaign are due before `until`, counted to `atMost` a status; by index alone. */
export async function selectDueCounts(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly CampaignId[],
  until: UnixMs,
  atMost: number,
): Promise<ReadonlyMap<CampaignId, number>> {
  if (ids.length === 0) return new Map();
  const due = (status: string) =>
    sql`(SELECT count(*) FROM (SELECT 1 FROM ${campaignLeads} WHERE campaign_id = k.id
      AND status = ${status} AND next_send_at < ${until} LIMIT ${atMost}))`;
  const rows = await db.all<{ id: CampaignId; n: number }>(sql`
    SELECT k.id AS id, ${due("in_progress")} + ${due("pending")} AS n
    FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN ${campaigns} k ON k.id = j.value
    WHERE +k.workspace_id = ${workspaceId}`);
  return new Map(rows.map(({ id, n }) => [id, n]));
}
