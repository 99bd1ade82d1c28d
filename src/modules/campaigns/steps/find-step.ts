import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { CampaignId, StepId } from "#platform/rules/ids.ts";
import { findCampaign } from "#modules/campaigns/campaigns/find-campaign.ts";
import { selectStep, type StepRow } from "./steps-store.ts";

/** A step of a campaign. Throws `not_found` for either. */
export async function findStep(
  ctx: WorkspaceCtx,
  campaignId: CampaignId,
  id: StepId,
): Promise<StepRow> {
  await findCampaign(ctx, campaignId);
  const row = await selectStep(ctx.db, ctx.workspaceId, campaignId, id);
  if (!row) throw notFound("step");
  return row;
}
