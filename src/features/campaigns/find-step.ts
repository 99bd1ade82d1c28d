import type { WorkspaceCtx } from "#core/ctx.ts";
import { notFound } from "#domain/errors.ts";
import type { CampaignId, StepId } from "#domain/ids.ts";
import { findCampaign } from "./find-campaign.ts";
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
