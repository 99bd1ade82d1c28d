import type { CampaignListItem, CampaignsQuery } from "#modules/campaigns/contract/campaigns.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { asId, type CampaignId } from "#platform/rules/ids.ts";
import { campaignTotals } from "#modules/campaigns/stats/campaign-totals.ts";
import { selectMailboxIds } from "#modules/campaigns/status/mailboxes-store.ts";
import { afterCursor, COUNTED_TO, cutPage, pageOf } from "#platform/http/paging.ts";
import { presentCampaign } from "./present.ts";
import { countCampaigns, selectCampaigns } from "./store.ts";

/** The workspace's campaigns with their counts, newest first. Sorted by name there is no cursor. */
export async function listCampaigns(ctx: WorkspaceCtx, query: CampaignsQuery) {
  const { db, workspaceId } = ctx;
  const byId = query.sort === "created_at";
  const cursor = byId ? afterCursor(query.cursor) : null;
  const after = cursor === null ? null : asId<CampaignId>(cursor);
  const [found, total] = await Promise.all([
    selectCampaigns(db, workspaceId, query, after),
    countCampaigns(db, workspaceId, query, COUNTED_TO + 1),
  ]);
  const { rows, nextCursor } = cutPage(found, query, (row) => row.id);
  const ids = rows.map((row) => row.id);
  const [totals, mailboxes] = await Promise.all([
    campaignTotals(ctx, ids),
    selectMailboxIds(db, workspaceId, ids),
  ]);
  const data = rows.map((row): CampaignListItem => ({
    ...presentCampaign(row, mailboxes.get(row.id) ?? []),
    stats: totals(row.id),
  }));
  return { data, pagination: pageOf(query, total, byId ? nextCursor : null) };
}
