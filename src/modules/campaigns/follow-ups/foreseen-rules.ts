import { rulesOf } from "./list-rules.ts";
import { selectRuleNames } from "./rules-store.ts";
import { ruleSentence } from "#modules/campaigns/rules/follow-ups/sentence.ts";
import { campaignStart } from "#modules/campaigns/rules/follow-ups/rule.ts";
import type { Gone, Leave, PlannedCampaign } from "#modules/campaigns/rules/forecast/world.ts";
import type { StepRow } from "#modules/campaigns/steps/steps-store.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId, EnrolmentId } from "#platform/rules/ids.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { selectSilentSince } from "#modules/campaigns/forecast/simulate-store.ts";

/** What a simulation knows of the follow-up rules of a campaign. */
export type ForeseenRules = {
  readonly leaves: NonNullable<PlannedCampaign["leaves"]>;
  readonly leaveOf: ReadonlyMap<EnrolmentId, Leave>;
  /** Leads that have had every step, and go on elsewhere unless they reply. */
  readonly gone: readonly Gone[];
  /** Rules whose causes nobody knows before, as people read them. */
  readonly notForeseen: readonly string[];
};

const ENDING: ReadonlySet<string> = new Set(["move", "start_follow_up", "stop"]);

/**
 * Silence can be foreseen, as long as nobody replies: such a rule takes leads out. What people do, and
 * which values fields get, can not.
 */
export async function foreseenRules(
  ctx: WorkspaceCtx,
  campaignId: CampaignId,
  steps: readonly StepRow[],
): Promise<ForeseenRules> {
  const { db, workspaceId } = ctx;
  const rules = (await rulesOf(ctx, campaignId)).filter(({ state }) => state === "active");
  if (rules.length === 0) {
    return { leaves: [], leaveOf: new Map(), gone: [], notForeseen: [] };
  }
  const ending = rules.filter(({ then }) => then.some(({ type }) => ENDING.has(type)));
  const leaveOf = new Map<EnrolmentId, Leave>();
  const ended = new Map<EnrolmentId, Gone>();
  const leaves: { position: number; afterMs: number; to: CampaignId | null }[] = [];
  for (const { when, then, lookedUntil } of ending) {
    if (when.type !== "no_reply") continue;
    const step = steps.find(({ id }) => id === when.step_id);
    if (!step) continue;
    const afterMs = when.days * DAY_MS;
    const to = campaignStart(then)?.campaign_id ?? null;
    leaves.push({ position: step.position, afterMs, to });
    const since = await selectSilentSince(db, workspaceId, campaignId, step.id, lookedUntil);
    for (const { enrolmentId, leadId, timezone, isOver, sentAt } of since) {
      const at = later(sentAt, afterMs);
      const known = (isOver ? ended : leaveOf).get(enrolmentId);
      if (known !== undefined && known.at <= at) continue;
      if (!isOver) leaveOf.set(enrolmentId, { at, to });
      else if (to !== null) ended.set(enrolmentId, { leadId, timezone, at, to });
    }
  }
  const others = ending.filter(({ kind }) => kind !== "no_reply");
  const names = await selectRuleNames(db, workspaceId, others);
  const notForeseen = others.map((rule) => ruleSentence(rule, names));
  return { leaves, leaveOf, gone: [...ended.values()], notForeseen };
}
