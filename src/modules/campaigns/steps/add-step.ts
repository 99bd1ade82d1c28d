import type { CreateStepBody } from "#modules/campaigns/contract/steps.ts";
import { auditStatement, type Source } from "#modules/accounts/audit/audit-statement.ts";
import { contentToUse } from "#modules/campaigns/templates/find-template.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { onlyIf } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { CampaignId, InstallTemplateId } from "#platform/rules/ids.ts";
import { assertWorksHere } from "#modules/accounts/workspaces/list-members.ts";
import { delayMs, EMPTY_STEP, stepValues } from "./step-values.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import { insertStep, selectStepsOfCampaign, type StepRow, type StepValues } from "./steps-store.ts";

/**
 * Adds a step at the end, or at `position`: the later ones move back, and leads that wait for the
 * step there wait for the new one. What the body leaves out is as in its template. Throws
 * `not_found`, `forbidden` for who may not use templates, `validation_failed`, `limit_reached`.
 */
export async function addStep(
  ctx: MemberCtx,
  campaignId: CampaignId,
  body: CreateStepBody,
): Promise<StepRow> {
  const { db, workspaceId } = ctx;
  const max = ctx.settings.MAX_STEPS_PER_CAMPAIGN;
  await findCampaign(ctx, campaignId);
  const values = stepValues(body, await startOf(ctx, body.template_id));
  await assertWorksHere(ctx, "task.assigned_to", values.task?.assigned_to ?? null);
  const steps = await selectStepsOfCampaign(db, workspaceId, campaignId);
  const pushed = steps.find((step) => step.position === body.position);
  const row = await insertStep(db, workspaceId, campaignId, {
    ...values,
    position: pushed ? pushed.position : null,
    shiftMs: pushed ? delayMs(values) - delayMs(pushed) : 0,
    now: ctx.now(),
    max,
    line: usedLine(ctx, campaignId, body.template_id),
  });
  if (row) return row;
  await findCampaign(ctx, campaignId);
  throw new AppError("limit_reached", `A campaign can have up to ${max} steps.`);
}

/** What a new step begins with. */
async function startOf(ctx: MemberCtx, id: InstallTemplateId | undefined): Promise<StepValues> {
  if (id === undefined) return EMPTY_STEP;
  const [text] = (await contentToUse(ctx, id, "step")).steps;
  return text ? { ...text, variants: [...text.variants] } : EMPTY_STEP;
}

/** The audit line of a template that was used, under the condition of the new step. */
const usedLine = (ctx: MemberCtx, campaignId: CampaignId, id: InstallTemplateId | undefined) =>
  id === undefined
    ? null
    : (guard: Source) =>
        auditStatement(
          ctx,
          {
            action: "template.used",
            workspaceId: ctx.workspaceId,
            target: { type: "campaign", id: campaignId },
            details: { template_id: id },
          },
          onlyIf(guard),
        );
