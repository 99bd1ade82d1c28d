import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { CampaignId, StepId } from "#platform/rules/ids.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import { selectStep, selectStepsOfCampaign, type StepRow } from "./steps-store.ts";

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

/** The step behind the one that the lead had last, leaving out any that it had in another order of the steps. */
export function nextStep<S extends { readonly id: number; readonly position: number }>(
  /** `sentSteps` is a JSON array of step ids. */
  enrolment: { readonly currentStep: number; readonly sentSteps: string },
  steps: readonly S[],
): { row: S; step: number } | null {
  // A JSON array of ids that a query made.
  const sent = new Set(JSON.parse(enrolment.sentSteps) as number[]);
  const row = steps.find((s) => s.position > enrolment.currentStep && !sent.has(s.id));
  return row ? { row, step: row.position } : null;
}

/** The steps of a campaign in order. */
export const listSteps = (ctx: WorkspaceCtx, id: CampaignId): Promise<StepRow[]> =>
  selectStepsOfCampaign(ctx.db, ctx.workspaceId, id);
