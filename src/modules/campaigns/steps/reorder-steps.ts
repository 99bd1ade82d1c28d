import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { invalidField } from "#platform/rules/errors.ts";
import type { CampaignId, StepId } from "#platform/rules/ids.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import { reorderStepRows, selectStepsOfCampaign, type StepRow } from "./steps-store.ts";

/**
 * Puts the steps into this order. Leads go on behind the step that they had last; no step reaches
 * a lead twice. Throws `not_found`, and `validation_failed` unless every step is named once.
 */
export async function reorderSteps(
  ctx: WorkspaceCtx,
  campaignId: CampaignId,
  ids: readonly StepId[],
): Promise<StepRow[]> {
  const { db, workspaceId } = ctx;
  await findCampaign(ctx, campaignId);
  const steps = await selectStepsOfCampaign(db, workspaceId, campaignId);
  const named = new Set(ids);
  const complete =
    ids.length === steps.length &&
    named.size === ids.length &&
    steps.every((step) => named.has(step.id));
  if (!complete) throw notEveryStep();
  if (steps.length === 0) return [];
  const results = await runBatch(db, reorderStepRows(db, workspaceId, campaignId, ids, ctx.now()));
  if ((results.at(-1) as unknown[]).length === 0) throw notEveryStep();
  return selectStepsOfCampaign(db, workspaceId, campaignId);
}

const notEveryStep = () =>
  invalidField("step_ids", "not_every_step_once", "List every step of the campaign exactly once.");
