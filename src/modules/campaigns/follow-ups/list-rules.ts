import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import type { FollowUpRule } from "#modules/campaigns/contract/follow-ups.ts";
import { campaignStart } from "#modules/campaigns/rules/follow-ups/rule.ts";
import { ruleSentence } from "#modules/campaigns/rules/follow-ups/sentence.ts";
import { selectCampaignMailboxes } from "#modules/campaigns/status/mailboxes-store.ts";
import { selectCampaign } from "#modules/campaigns/campaigns/store.ts";
import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { CampaignId, RuleId } from "#platform/rules/ids.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import {
  type RuleRow,
  selectMatches,
  selectRuleNames,
  selectRule,
  selectRules,
} from "./rules-store.ts";

/** A rule of a campaign. Throws `not_found` for either. */
export async function findRule(
  ctx: WorkspaceCtx,
  campaignId: CampaignId,
  id: RuleId,
): Promise<RuleRow> {
  await findCampaign(ctx, campaignId);
  const row = await selectRule(ctx.db, ctx.workspaceId, campaignId, id);
  if (!row) throw notFound("rule");
  return row;
}

/** The rules of a campaign, the oldest first. Throws `not_found`. */
export async function listRules(
  ctx: WorkspaceCtx,
  campaignId: CampaignId,
  query: Pick<PageQuery, "page" | "limit">,
) {
  await findCampaign(ctx, campaignId);
  const all = await rulesOf(ctx, campaignId);
  const from = (query.page - 1) * query.limit;
  return {
    data: await presentRules(ctx, all.slice(from, from + query.limit)),
    pagination: paginationOf(query, all.length),
  };
}

/** The rules of a campaign. */
export const rulesOf = async (ctx: WorkspaceCtx, campaignId: CampaignId): Promise<RuleRow[]> =>
  (await selectRules(ctx.db, ctx.workspaceId)).filter((rule) => rule.campaignId === campaignId);

/** Rules as the API shows them. */
export async function presentRules(
  ctx: WorkspaceCtx,
  rules: readonly RuleRow[],
): Promise<FollowUpRule[]> {
  const { db, workspaceId } = ctx;
  const [names, matches] = await Promise.all([
    selectRuleNames(db, workspaceId, rules),
    selectMatches(
      db,
      workspaceId,
      rules.map(({ id }) => id),
    ),
  ]);
  const shown: FollowUpRule[] = [];
  for (const rule of rules) {
    shown.push({
      id: rule.id,
      campaign_id: rule.campaignId,
      when: rule.when as FollowUpRule["when"],
      then: rule.then as FollowUpRule["then"],
      summary: ruleSentence(rule, names),
      state: rule.state,
      stopped_reason: rule.stoppedReason,
      matched: matches.get(rule.id)?.n ?? 0,
      last_matched_at: isoOrNull(matches.get(rule.id)?.last ?? null),
      hints: await hintsOf(ctx, rule),
      created_at: iso(rule.createdAt),
      updated_at: iso(rule.updatedAt),
    });
  }
  return shown;
}

async function hintsOf(ctx: WorkspaceCtx, rule: RuleRow): Promise<string[]> {
  const to = campaignStart(rule.then);
  if (to === null) return [];
  const { db, workspaceId } = ctx;
  const target = await selectCampaign(db, workspaceId, to.campaign_id);
  if (!target) return ["The campaign that leads were sent to was deleted."];
  const hints: string[] = [];
  if (target.status !== "active" && !target.evergreen) {
    hints.push(`“${target.name}” is ${target.status}: leads wait there until it is started.`);
  }
  if (to.type === "start_follow_up") {
    const [own, theirs] = await Promise.all([
      selectCampaignMailboxes(db, workspaceId, rule.campaignId),
      selectCampaignMailboxes(db, workspaceId, to.campaign_id),
    ]);
    const there = new Set(theirs.map(({ id }) => id));
    const lacking = own.filter(({ id }) => !there.has(id));
    if (lacking.length > 0) {
      hints.push(
        `${lacking
          .map(({ email }) => email)
          .slice(0, 3)
          .join(
            ", ",
          )}${lacking.length > 3 ? " and others" : ""} ${lacking.length === 1 ? "is" : "are"} not in “${target.name}”. Leads of such a mailbox begin a new thread there.`,
      );
    }
  }
  return hints;
}
