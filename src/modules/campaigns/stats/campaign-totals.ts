import type { CampaignTotals, StepCounts } from "#modules/campaigns/contract/stats.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { measured, presentTotals } from "./present.ts";
import { countPending, selectStepStats, selectTotals } from "./read-store.ts";

/** The total counts of these campaigns, by id; zeros for one that has none. One query. */
export async function campaignTotals(
  ctx: WorkspaceCtx,
  ids: readonly CampaignId[],
): Promise<(id: CampaignId) => CampaignTotals> {
  const rows = await selectTotals(ctx.db, ctx.workspaceId, ids);
  const byId = new Map<number, (typeof rows)[number]>(rows.map((row) => [row.campaignId, row]));
  return (id) => presentTotals(byId.get(id));
}

/** Leads of a campaign that wait for their first mail. */
export const pendingLeads = (ctx: WorkspaceCtx, id: CampaignId): Promise<number> =>
  countPending(ctx.db, ctx.workspaceId, id);

/** What came of each step that sent something, in short; steps that were deleted are among them. */
export async function stepCounts(ctx: WorkspaceCtx, id: CampaignId): Promise<StepCounts[]> {
  const rows = await selectStepStats(ctx.db, ctx.workspaceId, id);
  return rows.map((row) => {
    const { sent, delivered, unique_replies } = measured(row);
    return { step_id: Number(row.key), sent, delivered, unique_replies };
  });
}
