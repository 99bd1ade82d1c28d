import { deletionLine } from "#modules/accounts/audit/audit-statement.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { CampaignId, StepId } from "#platform/rules/ids.ts";
import { delayMs } from "./step-values.ts";
import { findStep } from "./find-step.ts";
import { deleteStepRow, selectStepsOfCampaign, whileStep } from "./steps-store.ts";

/**
 * Deletes a step; the later ones move up, and leads that waited for it wait for the one that
 * follows. Throws `not_found`.
 */
export async function deleteStep(
  ctx: MemberCtx,
  campaignId: CampaignId,
  id: StepId,
): Promise<void> {
  const { db, workspaceId } = ctx;
  const step = await findStep(ctx, campaignId, id);
  const steps = await selectStepsOfCampaign(db, workspaceId, campaignId);
  const next = steps.find((other) => other.position > step.position);
  const shiftMs = next ? delayMs(next) - delayMs(step) : 0;
  const results = await runBatch(db, [
    deletionLine(ctx, "step", id, whileStep(workspaceId, campaignId, id)),
    ...deleteStepRow(db, workspaceId, campaignId, id, shiftMs, ctx.now()),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) throw notFound("step");
}
