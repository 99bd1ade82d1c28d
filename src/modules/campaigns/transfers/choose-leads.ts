import type { RemoveLeadsBody } from "#modules/campaigns/contract/transfers.ts";
import { conditionsOf } from "#modules/leads/choices/plan-walk.ts";
import { chosen } from "#modules/leads/choices/chosen.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId, LeadId } from "#platform/rules/ids.ts";
import { openIn, selectBehind } from "./choose-store.ts";

/** Leads of one call: a tenth of a second of one core, and far from what D1 allows a statement. */
const LEADS_PER_CALL = 2_000;

/** The next leads of a choice whose sequence in a campaign has not ended. Throws `not_found`. */
export async function chooseLeads(
  ctx: WorkspaceCtx,
  campaignId: CampaignId,
  { choice, status, after_id: after }: Omit<RemoveLeadsBody, "dry_run">,
): Promise<{ ids: readonly LeadId[]; has_more: boolean; after_id: number }> {
  const { db, workspaceId } = ctx;
  const parts = [
    openIn(workspaceId, campaignId, status),
    ...conditionsOf(ctx, await chosen(ctx, choice)),
  ];
  const found = await selectBehind(db, workspaceId, parts, after, LEADS_PER_CALL + 1);
  const ids = found.slice(0, LEADS_PER_CALL);
  return { ids, has_more: found.length > LEADS_PER_CALL, after_id: ids.at(-1) ?? after };
}
