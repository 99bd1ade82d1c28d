import { rulesOf } from "./list-rules.ts";
import { selectRuleNames } from "./rules-store.ts";
import { ruleSentence } from "#modules/campaigns/rules/follow-ups/sentence.ts";
import type { PlannedCampaign } from "#modules/campaigns/rules/forecast/world.ts";
import type { StepRow } from "#modules/campaigns/steps/steps-store.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId, EnrolmentId, UnixMs } from "#platform/rules/ids.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { selectSilentSince } from "#modules/campaigns/forecast/simulate-store.ts";

/** What a simulation knows of the follow-up rules of a campaign. */
export type ForeseenRules = {
  readonly leaves: NonNullable<PlannedCampaign["leaves"]>;
  readonly leavesAt: ReadonlyMap<EnrolmentId, UnixMs>;
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
  if (rules.length === 0) return { leaves: [], leavesAt: new Map(), notForeseen: [] };
  const ending = rules.filter(({ then }) => then.some(({ type }) => ENDING.has(type)));
  const leavesAt = new Map<EnrolmentId, UnixMs>();
  const leaves: { position: number; afterMs: number }[] = [];
  for (const { when, lookedUntil } of ending) {
    if (when.type !== "no_reply") continue;
    const step = steps.find(({ id }) => id === when.step_id);
    if (!step) continue;
    const afterMs = when.days * DAY_MS;
    leaves.push({ position: step.position, afterMs });
    const since = await selectSilentSince(db, workspaceId, campaignId, step.id, lookedUntil);
    for (const { enrolmentId, sentAt } of since) {
      const at = later(sentAt, afterMs);
      const known = leavesAt.get(enrolmentId);
      if (known === undefined || at < known) leavesAt.set(enrolmentId, at);
    }
  }
  const others = ending.filter(({ kind }) => kind !== "no_reply");
  const names = await selectRuleNames(db, workspaceId, others);
  return { leaves, leavesAt, notForeseen: others.map((rule) => ruleSentence(rule, names)) };
}
