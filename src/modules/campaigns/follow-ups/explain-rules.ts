import type { Explanation } from "#modules/campaigns/contract/campaign-tools.ts";
import { rulesOf } from "./list-rules.ts";
import { selectRuleNames } from "./rules-store.ts";
import { ruleSentence } from "#modules/campaigns/rules/follow-ups/sentence.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId, LeadId } from "#platform/rules/ids.ts";
import { DAY_MS, iso, later } from "#platform/rules/time.ts";
import {
  type Explained,
  selectMatchedRules,
  selectSentSteps,
} from "#modules/campaigns/forecast/explain-store.ts";

/** The follow-up rules that can concern a lead, which of them have, and when silence lets one act. */
export async function rulesOn(
  ctx: WorkspaceCtx,
  campaignId: CampaignId,
  leadId: LeadId,
  { enrolmentId }: Explained,
): Promise<Explanation["follow_ups"]> {
  const { db, workspaceId } = ctx;
  const rules = (await rulesOf(ctx, campaignId)).filter(({ state }) => state === "active");
  if (rules.length === 0) return [];
  const [names, sent, matched] = await Promise.all([
    selectRuleNames(db, workspaceId, rules),
    selectSentSteps(db, workspaceId, enrolmentId),
    selectMatchedRules(db, workspaceId, leadId),
  ]);
  return rules.map((rule) => {
    const { id, when, lookedUntil } = rule;
    const sentAt = when.type === "no_reply" ? sent.get(when.step_id) : undefined;
    const waits = sentAt !== undefined && sentAt > (lookedUntil ?? 0) && !matched.has(id);
    return {
      rule_id: id,
      summary: ruleSentence(rule, names),
      matched: matched.has(id),
      at: waits && when.type === "no_reply" ? iso(later(sentAt, when.days * DAY_MS)) : null,
    };
  });
}
