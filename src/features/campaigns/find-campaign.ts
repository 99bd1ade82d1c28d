import type { WorkspaceCtx } from "#core/ctx.ts";
import { notFound } from "#domain/errors.ts";
import type { CampaignId } from "#domain/ids.ts";
import { type CampaignRow, selectCampaign } from "./store.ts";

/** A campaign's row. Throws `not_found`, also for a deleted one and another workspace's. */
export async function findCampaign(ctx: WorkspaceCtx, id: CampaignId): Promise<CampaignRow> {
  const row = await selectCampaign(ctx.db, ctx.workspaceId, id);
  if (!row) throw notFound("campaign");
  return row;
}
