import type { UpdateStepBody } from "#modules/campaigns/contract/steps.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { invalidField, notFound } from "#platform/rules/errors.ts";
import type { CampaignId, StepId } from "#platform/rules/ids.ts";
import { startsAgain } from "#modules/campaigns/rules/winners/arms.ts";
import { assertUnchanged, changedMeanwhile } from "#modules/campaigns/status/expected-version.ts";
import { assertWorksHere } from "#modules/accounts/workspaces/list-members.ts";
import { delayMs, stepValues } from "./step-values.ts";
import { findStep } from "./find-step.ts";
import { type StepRow, updateStepRow } from "./steps-store.ts";

/**
 * Changes the fields that are given; mail that left stays as it was, leads that wait for the step
 * wait as long as it says now. Throws `not_found`, `validation_failed`, and `conflict` where the
 * step is no longer of the `expected` version.
 */
export async function updateStep(
  ctx: MemberCtx,
  campaignId: CampaignId,
  id: StepId,
  body: UpdateStepBody,
  expected: string | null = null,
): Promise<StepRow> {
  const current = await findStep(ctx, campaignId, id);
  assertUnchanged(current, expected);
  assertReadOnly(current, body);
  if (body.type !== undefined && body.type !== (current.task ? "task" : "email")) {
    throw invalidField("type", "read_only_field", "A step stays what it is. Add another one.");
  }
  const values = stepValues(body, current);
  if (values.task?.assigned_to !== current.task?.assigned_to) {
    await assertWorksHere(ctx, "task.assigned_to", values.task?.assigned_to ?? null);
  }
  const results = await runBatch(
    ctx.db,
    updateStepRow(
      ctx.db,
      ctx.workspaceId,
      campaignId,
      id,
      { ...values, startsAgain: startsAgain(current, values) },
      delayMs(values) - delayMs(current),
      ctx.now(),
      expected === null ? null : current.version,
    ),
  );
  const [row] = results.at(-1) as StepRow[];
  if (row) return row;
  throw expected === null ? notFound("step") : changedMeanwhile();
}

function assertReadOnly(current: StepRow, body: UpdateStepBody): void {
  const fixed = [
    ["id", current.id, body.id, "This field cannot be changed."],
    ["campaign_id", current.campaignId, body.campaign_id, "A step stays in its campaign."],
    ["position", current.position, body.position, "Use steps/reorder to move a step."],
  ] as const;
  for (const [path, stored, given, hint] of fixed) {
    if (given !== undefined && given !== stored) throw invalidField(path, "read_only_field", hint);
  }
}
