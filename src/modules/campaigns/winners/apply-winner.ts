import type { ApplyWinnerBody } from "#modules/campaigns/contract/winners.ts";
import { findStep } from "#modules/campaigns/steps/find-step.ts";
import { changedMeanwhile } from "#modules/campaigns/status/expected-version.ts";
import type { StepRow } from "#modules/campaigns/steps/steps-store.ts";
import { withWeightsOf, withWinner } from "#modules/campaigns/rules/winners/arms.ts";
import { CONTROL } from "#modules/campaigns/rules/variants.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import type { CampaignId, StepId } from "#platform/rules/ids.ts";
import { type ContestRow, selectContest, writeArms } from "./contest-store.ts";

/**
 * Gives all mails of a step that have not left to one variant: the one that won, or the one that a
 * person names. Nothing is sent again. Throws `not_found`, `invalid_state`, `validation_failed` for a
 * variant that the step does not have, `conflict` where the step was edited meanwhile.
 */
export async function applyWinner(
  ctx: WorkspaceCtx,
  campaignId: CampaignId,
  stepId: StepId,
  { variant }: ApplyWinnerBody,
): Promise<void> {
  const { step, contest } = await contestOf(ctx, campaignId, stepId);
  const label = variant ?? contest.winner;
  if (label === null) {
    throw new AppError(
      "invalid_state",
      "No variant has won yet. Name the variant that takes over, or wait for the result.",
    );
  }
  if (label !== CONTROL && !step.variants.some((arm) => arm.label === label)) {
    throw invalidField("variant", "unknown_variant", "The step has no variant of this name.");
  }
  const now = ctx.now();
  const isDone = await writeArms(
    ctx.db,
    contest,
    { version: step.version, variants: withWinner(step.variants, label) },
    {
      before: isStanding(contest) ? contest.before : step.variants,
      appliedAt: now,
      undoneAt: null,
      lookAt: contest.state === "open" ? contest.lookAt : null,
    },
    now,
  );
  if (!isDone) throw changedMeanwhile();
}

/**
 * Gives the variants of a step the weights back that they had before its comparison changed them. From
 * then on it changes nothing by itself. Throws `not_found`, `invalid_state`, `conflict`.
 */
export async function undoWinner(
  ctx: WorkspaceCtx,
  campaignId: CampaignId,
  stepId: StepId,
): Promise<void> {
  const { step, contest } = await contestOf(ctx, campaignId, stepId);
  if (contest.before === null || !isStanding(contest)) {
    throw new AppError(
      "invalid_state",
      "The comparison of this step has changed no weights that could be restored.",
    );
  }
  const now = ctx.now();
  const isDone = await writeArms(
    ctx.db,
    contest,
    { version: step.version, variants: withWeightsOf(step.variants, contest.before) },
    { appliedAt: null, undoneAt: now },
    now,
  );
  if (!isDone) throw changedMeanwhile();
}

/** Whether its change of the weights stands, as far as it made one. */
const isStanding = ({ before, undoneAt }: ContestRow): boolean =>
  before !== null && undoneAt === null;

async function contestOf(
  ctx: WorkspaceCtx,
  campaignId: CampaignId,
  stepId: StepId,
): Promise<{ step: StepRow; contest: ContestRow }> {
  const step = await findStep(ctx, campaignId, stepId);
  const { workspaceId } = ctx;
  const contest = await selectContest(ctx.db, { workspaceId, stepId, number: step.contest });
  if (contest) return { step, contest };
  throw new AppError(
    "invalid_state",
    "The comparison of this step has not started. It starts with its first email.",
  );
}
