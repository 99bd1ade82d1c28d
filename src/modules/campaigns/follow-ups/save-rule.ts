import { auditStatement, deletionLine } from "#modules/accounts/audit/audit-statement.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import { selectCampaign } from "#modules/campaigns/campaigns/store.ts";
import type { CreateRuleBody, UpdateRuleBody } from "#modules/campaigns/contract/follow-ups.ts";
import {
  clashOf,
  type RuleAction,
  type RuleWhen,
  campaignStart,
  wayTo,
} from "#modules/campaigns/rules/follow-ups/rule.ts";
import { ruleSentence } from "#modules/campaigns/rules/follow-ups/sentence.ts";
import { assertWorksHere } from "#modules/accounts/workspaces/list-members.ts";
import { selectStepsOfCampaign } from "#modules/campaigns/steps/steps-store.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { onlyIf, runBatch } from "#platform/db/db.ts";
import { AppError, invalidField, notFound } from "#platform/rules/errors.ts";
import type { CampaignId, RuleId } from "#platform/rules/ids.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { findRule } from "./list-rules.ts";
import {
  deleteRuleRows,
  insertRule,
  readFingerprint,
  type RuleRow,
  type RuleValues,
  selectRuleNames,
  selectRules,
  updateRuleRow,
  whileRule,
  whileRulesAre,
} from "./rules-store.ts";

/** Rules of one campaign: each cause asks all of them. */
const MOST_RULES = 50;
/** Somebody else saved a rule between reading and writing; read again. */
const MAX_TRIES = 3;

/**
 * Adds a rule to a campaign. Throws `not_found`, `limit_reached`, and `validation_failed` for what
 * is not in the workspace, for a circle of campaigns, and for two rules that would write to somebody
 * in two campaigns at once.
 */
export async function createRule(
  ctx: MemberCtx,
  campaignId: CampaignId,
  body: CreateRuleBody,
): Promise<RuleRow> {
  await findCampaign(ctx, campaignId);
  const values = valuesOf(ctx, { ...body, state: "active" });
  return save(ctx, campaignId, values, null);
}

/** Changes a rule; fields left out keep their value. Throws as `createRule`. */
export async function updateRule(
  ctx: MemberCtx,
  campaignId: CampaignId,
  id: RuleId,
  body: UpdateRuleBody,
): Promise<RuleRow> {
  const row = await findRule(ctx, campaignId, id);
  const state = body.state ?? (row.state === "stopped" ? "active" : row.state);
  const values = valuesOf(ctx, {
    when: body.when ?? row.when,
    then: body.then ?? row.then,
    state,
  });
  const goesOn = row.state === "active" && body.when === undefined;
  return save(
    ctx,
    campaignId,
    goesOn ? { ...values, lookedUntil: row.lookedUntil } : values,
    row.id,
  );
}

/** Deletes a rule; what it did stays. Throws `not_found`. */
export async function deleteRule(
  ctx: MemberCtx,
  campaignId: CampaignId,
  id: RuleId,
): Promise<void> {
  const { db, workspaceId } = ctx;
  await findRule(ctx, campaignId, id);
  const results = await runBatch(db, [
    deletionLine(ctx, "rule", id, whileRule(workspaceId, id)),
    ...deleteRuleRows(db, workspaceId, id),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) throw notFound("rule");
}

/** Only what happens from now on counts: silence that was long enough before causes nothing. */
const valuesOf = (
  ctx: MemberCtx,
  rule: { when: RuleWhen; then: readonly RuleAction[]; state: "active" | "paused" },
): RuleValues => ({
  ...rule,
  then: [...rule.then],
  lookedUntil: rule.when.type === "no_reply" ? later(ctx.now(), -rule.when.days * DAY_MS) : null,
});

async function save(
  ctx: MemberCtx,
  campaignId: CampaignId,
  rule: RuleValues,
  id: RuleId | null,
): Promise<RuleRow> {
  const { db, workspaceId } = ctx;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const mark = await readFingerprint(db, workspaceId);
    const all = (await selectRules(db, workspaceId)).filter((other) => other.id !== id);
    await assertFits(ctx, campaignId, rule, all);
    const target = campaignStart(rule.then)?.campaign_id ?? null;
    const guard = whileRulesAre(workspaceId, campaignId, mark, target);
    const now = ctx.now();
    const [, rows] = (await runBatch(db, [
      auditStatement(
        ctx,
        {
          action: id === null ? "rule.created" : "rule.changed",
          workspaceId,
          target: { type: "campaign", id: campaignId },
          details: {
            ...(id !== null && { rule_id: id }),
            when: rule.when.type,
            then: rule.then.map(({ type }) => type),
            state: rule.state,
          },
        },
        onlyIf(guard),
      ),
      id === null
        ? insertRule(db, workspaceId, campaignId, rule, now, guard)
        : updateRuleRow(db, workspaceId, id, rule, now, guard),
    ])) as [unknown, { id: RuleId }[]];
    const saved = rows[0]?.id;
    if (saved !== undefined) return findRule(ctx, campaignId, saved);
    await findCampaign(ctx, campaignId);
  }
  throw new AppError("conflict", "Someone else is changing the rules. Try again.");
}

async function assertFits(
  ctx: MemberCtx,
  campaignId: CampaignId,
  rule: RuleValues,
  others: readonly RuleRow[],
): Promise<void> {
  const siblings = others.filter((other) => other.campaignId === campaignId);
  if (siblings.length >= MOST_RULES) {
    throw new AppError("limit_reached", `A campaign can have up to ${MOST_RULES} rules.`);
  }
  await assertKnown(ctx, campaignId, rule);
  const starts = rule.then.flatMap((action, i) => ("campaign_id" in action ? [i] : []));
  if (starts.length > 1) {
    throw invalidField(
      `then.${starts[1]}.campaign_id`,
      "two_campaigns",
      "This would write to the lead in two campaigns at once. Choose one campaign.",
    );
  }
  const to = campaignStart(rule.then);
  if (to === null) return;
  const path = `then.${starts[0]}.campaign_id`;
  if (to.campaign_id === campaignId) {
    throw invalidField(path, "same", "Choose another campaign.");
  }
  const target = await selectCampaign(ctx.db, ctx.workspaceId, to.campaign_id);
  if (!target) throw invalidField(path, "unknown_campaign", "This campaign does not exist.");
  if (rule.state !== "active") return;
  const active = others.filter(({ state }) => state === "active");
  const clash = clashOf(
    rule,
    active.filter((other) => other.campaignId === campaignId),
  );
  if (clash) {
    const names = await selectRuleNames(ctx.db, ctx.workspaceId, [clash]);
    throw invalidField(
      path,
      "two_campaigns",
      `This would write to the lead in two campaigns at once. There is another rule for the same cause: ${ruleSentence(clash, names)}`,
    );
  }
  const edges = active.flatMap(({ campaignId: from, targetId }) =>
    targetId === null ? [] : [{ from, to: targetId }],
  );
  const way = wayTo(to.campaign_id, campaignId, edges);
  if (way === null) return;
  const circle = [campaignId, ...way];
  const names = await selectRuleNames(ctx.db, ctx.workspaceId, [], circle);
  throw invalidField(
    path,
    "circle",
    `Leads would go round in a circle: ${circle.map((one) => `“${names.campaign(one)}”`).join(" → ")}.`,
  );
}

async function assertKnown(ctx: MemberCtx, id: CampaignId, rule: RuleValues): Promise<void> {
  const { when } = rule;
  if (when.type === "no_reply") {
    const steps = await selectStepsOfCampaign(ctx.db, ctx.workspaceId, id);
    const step = steps.find((one) => one.id === when.step_id);
    if (!step || step.task !== null) {
      throw invalidField("when.step_id", "no_such_step", "Choose an email of this campaign.");
    }
  }
  for (const [i, action] of rule.then.entries()) {
    if (action.type === "assign") await assertWorksHere(ctx, `then.${i}.user_id`, action.user_id);
    if (action.type === "task") {
      await assertWorksHere(ctx, `then.${i}.assigned_to`, action.assigned_to);
    }
  }
}
