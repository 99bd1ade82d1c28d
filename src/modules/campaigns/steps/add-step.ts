import type { CreateStepBody } from "#modules/campaigns/contract/steps.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { delayMs, EMPTY_STEP, stepValues } from "./step-values.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import { insertStep, selectStepsOfCampaign, type StepRow } from "./steps-store.ts";

/**
 * Adds a step at the end, or at `position`: the later ones move back, and leads that wait for the
 * step there wait for the new one. Throws `not_found`, `validation_failed`, `limit_reached`.
 */
export async function addStep(
  ctx: WorkspaceCtx,
  campaignId: CampaignId,
  body: CreateStepBody,
): Promise<StepRow> {
  const { db, workspaceId } = ctx;
  const max = ctx.settings.MAX_STEPS_PER_CAMPAIGN;
  await findCampaign(ctx, campaignId);
  const values = stepValues(body, EMPTY_STEP);
  const steps = await selectStepsOfCampaign(db, workspaceId, campaignId);
  const pushed = steps.find((step) => step.position === body.position);
  const row = await insertStep(db, workspaceId, campaignId, {
    ...values,
    position: pushed ? pushed.position : null,
    shiftMs: pushed ? delayMs(values) - delayMs(pushed) : 0,
    now: ctx.now(),
    max,
  });
  if (row) return row;
  await findCampaign(ctx, campaignId);
  throw new AppError("limit_reached", `A campaign can have up to ${max} steps.`);
}
