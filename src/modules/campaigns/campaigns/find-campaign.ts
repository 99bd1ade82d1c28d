import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { type CampaignRow, selectCampaign } from "./store.ts";

/** A campaign's row. Throws `not_found`, also for a deleted one and another workspace's. */
export async function findCampaign(ctx: WorkspaceCtx, id: CampaignId): Promise<CampaignRow> {
  const row = await selectCampaign(ctx.db, ctx.workspaceId, id);
  if (!row) throw notFound("campaign");
  return row;
}
