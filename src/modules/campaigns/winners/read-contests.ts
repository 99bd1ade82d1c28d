import type { Contest } from "#modules/campaigns/contract/winners.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import type { CampaignRow } from "#modules/campaigns/campaigns/store.ts";
import { weightsOf } from "#modules/campaigns/rules/winners/arms.ts";
import { MATTERS, totalOf } from "#modules/campaigns/rules/winners/evidence.ts";
import { progressOf } from "#modules/campaigns/rules/winners/judge.ts";
import { ofMetric, windowDaysOf } from "#modules/campaigns/rules/winners/metrics.ts";
import { mailsNeeded, mailsToTell } from "#modules/campaigns/rules/winners/needed.ts";
import { saysOf } from "#modules/campaigns/rules/winners/says.ts";
import { CONTROL } from "#modules/campaigns/rules/variants.ts";
import { selectStepsOfCampaign, type StepRow } from "#modules/campaigns/steps/steps-store.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { isoOrNull } from "#platform/rules/time.ts";
import { type ContestRow, selectContests, selectWaiting } from "./contest-store.ts";
import { countBefore, selectUsual } from "./figures-store.ts";
import { liveArms } from "./look-at-contests.ts";

/** Delivered mails from which on a workspace has a usual rate of its own. */
const OWN_RATE_FROM = 200;
/** No plan is made for a rate that is hardly ever seen. */
const LEAST_RATE = 0.002;

/** Where the comparison of each step with several variants stands, in order. Throws `not_found`. */
export async function readContests(ctx: WorkspaceCtx, id: CampaignId): Promise<Contest[]> {
  const { db, workspaceId } = ctx;
  const campaign = await findCampaign(ctx, id);
  const steps = await selectStepsOfCampaign(db, workspaceId, id);
  const compared = steps.filter(({ variants }) => variants.length > 0);
  if (compared.length === 0) return [];
  const [rows, before, usual] = await Promise.all([
    selectContests(db, workspaceId, id),
    countBefore(db, workspaceId, id),
    selectUsual(db, workspaceId),
  ]);
  const contestOf = new Map(rows.map(({ contest }) => [contest.stepId, contest]));
  const waits = await selectWaiting(
    db,
    workspaceId,
    rows.map(({ contest }) => contest),
  );
  return compared.map((step) => {
    const contest = contestOf.get(step.id) ?? null;
    const metric = contest?.metric ?? campaign.winnerMetric;
    const planned = before.reduce((sum, { step: at, n }) => sum + (at < step.position ? n : 0), 0);
    const own = usual.mails < OWN_RATE_FROM ? null : usual[metric] / usual.mails;
    return present(step, contest, campaign, {
      planned,
      usualRate: Math.min(0.6, Math.max(LEAST_RATE, own ?? ofMetric(metric).usualRate)),
      waiting: new Map(
        waits.flatMap(({ stepId, label, mails }) => (stepId === step.id ? [[label, mails]] : [])),
      ),
    });
  });
}

type Figures = {
  readonly planned: number;
  readonly usualRate: number;
  readonly waiting: ReadonlyMap<string, number>;
};

function present(
  step: StepRow,
  contest: ContestRow | null,
  campaign: CampaignRow,
  { planned, usualRate, waiting }: Figures,
): Contest {
  const split = weightsOf(step.variants);
  const tallies = contest?.tallies ?? [];
  const began = contest ? contest.arms : Object.keys(split);
  const live = contest ? liveArms(contest, step.variants) : began;
  const state = contest?.state ?? "not_started";
  const metric = contest?.metric ?? campaign.winnerMetric;
  const windowDays = contest?.windowDays ?? windowDaysOf(metric, campaign.winnerWindowDays);
  const current = { arms: began, live, tallies };
  const isOpen = state === "open" && live.length > 1;
  const needed =
    state === "not_started" && began.length > 1
      ? mailsToTell(split, usualRate, MATTERS)
      : isOpen
        ? mailsNeeded(current, split, usualRate)
        : null;
  const labels = [CONTROL, ...step.variants.map(({ label }) => label)];
  const arms = labels
    .filter((label) => began.includes(label) || label in split)
    .map((label) => {
      const { mails, hits } = totalOf(tallies, label);
      return {
        variant: label,
        weight: split[label] ?? 0,
        mails,
        hits,
        rate: mails === 0 ? null : Math.round((hits / mails) * 10_000) / 10_000,
        waiting: waiting.get(label) ?? 0,
        evidence:
          contest?.winner === label ? 1 : Math.round(progressOf(current, label) * 1_000) / 1_000,
        is_out: contest?.dropped.includes(label) ?? false,
      };
    });
  const least = arms
    .filter(({ variant }) => live.includes(variant))
    .reduce((a, b) => (b.mails < a.mails ? b : a), arms[0] ?? NO_ARM);
  const number = contest?.number ?? step.contest;
  return {
    step_id: step.id,
    position: step.position,
    number,
    started_at: isoOrNull(contest?.startedAt ?? null),
    metric,
    window_days: windowDays,
    state,
    winner: contest?.winner ?? null,
    decided_at: isoOrNull(contest?.decidedAt ?? null),
    applied_at: isoOrNull(contest?.appliedAt ?? null),
    can_undo: contest?.before != null && contest.undoneAt === null,
    arms,
    mails_needed: needed === null || !Number.isFinite(needed) ? null : Math.ceil(needed),
    mails_planned: planned,
    usual_rate: Math.round(usualRate * 10_000) / 10_000,
    message: saysOf({
      state,
      metric,
      windowDays,
      winner: contest?.winner ?? null,
      isApplied: contest?.appliedAt != null,
      alone: live.length === 1 ? (live[0] ?? null) : null,
      least: { label: least.variant, mails: least.mails },
      waiting: arms.reduce((sum, arm) => sum + arm.waiting, 0),
      needed,
      planned,
      usualRate,
      startedAgain: number > 1,
    }),
  };
}

const NO_ARM = { variant: CONTROL, mails: 0 } as const;
