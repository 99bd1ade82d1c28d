import { z } from "zod";
import {
  CreateRuleBody,
  FollowUpRule,
  FollowUpRules,
  UpdateRuleBody,
} from "#modules/campaigns/contract/follow-ups.ts";
import { PageQuery, pathId } from "#platform/contract/common.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import type { CampaignId, RuleId } from "#platform/rules/ids.ts";
import { findRule, listRules, presentRules } from "./list-rules.ts";
import type { RuleRow } from "./rules-store.ts";
import { createRule, deleteRule, updateRule } from "./save-rule.ts";

const LIST = `${WORKSPACE_PATH}/campaigns/:id/rules`;
const ONE = `${LIST}/:ruleId`;
const ofCampaign = z.object({ id: pathId<CampaignId>() });
const ofRule = z.object({
  id: pathId<CampaignId>(),
  ruleId: pathId<RuleId>().describe("Id of the rule."),
});

const shown = async (ctx: WorkspaceCtx, row: RuleRow): Promise<FollowUpRule> => {
  const [rule] = await presentRules(ctx, [row]);
  if (!rule) throw new Error("a rule is shown as one");
  return rule;
};

export const ruleRoutes = [
  endpoint(
    {
      method: "GET",
      path: LIST,
      scope: "workspace",
      action: "campaigns.read",
      summary: "The follow-up rules of a campaign, the oldest first.",
      description:
        "A rule says what follows when something happens to a lead of the campaign: a reply of a category, a click, opens, no reply for some days, or a value of a custom field. Each comes with a sentence that says it, and with the number of its causes so far.",
      params: ofCampaign,
      query: PageQuery.pick({ page: true, limit: true }),
      answers: { 200: FollowUpRules },
    },
    async (ctx, { params, query }) => ok(await listRules(ctx, params.id, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: LIST,
      scope: "workspace",
      action: "campaigns.edit",
      summary: "Add a follow-up rule to a campaign.",
      description:
        "Only what happens from now on counts, and each cause once. All actions happen together, within a minute. Answers 422 where leads would go round in a circle of campaigns, or where two rules would write to a lead in two campaigns at once; the error names the circle or the other rule.",
      params: ofCampaign,
      body: CreateRuleBody,
      example: {
        body: {
          when: { type: "reply", categories: ["interested", "meeting_request"] },
          then: [
            { type: "tag", tags: ["Hot"] },
            { type: "task", kind: "call", text: "Call {{ first_name }}", due_in_days: 1 },
          ],
        },
      },
      answers: { 201: FollowUpRule },
      problems: ["limit_reached", "conflict"],
    },
    async (ctx, { params: { id }, body }) => {
      const row = await createRule(ctx, id, body);
      const campaign = `/api/v1/workspaces/${ctx.workspaceId}/campaigns/${id}`;
      return created(await shown(ctx, row), `${campaign}/rules/${row.id}`);
    },
  ),
  endpoint(
    {
      method: "GET",
      path: ONE,
      scope: "workspace",
      action: "campaigns.read",
      summary: "One follow-up rule of a campaign.",
      description: "Changes nothing.",
      params: ofRule,
      answers: { 200: FollowUpRule },
    },
    async (ctx, { params }) => ok(await shown(ctx, await findRule(ctx, params.id, params.ruleId))),
  ),
  endpoint(
    {
      method: "PUT",
      path: ONE,
      scope: "workspace",
      action: "campaigns.edit",
      summary: "Change, pause or resume a follow-up rule; fields left out keep their value.",
      description:
        "A changed cause and a resumed rule count what happens from then on. A stopped rule goes on when it is saved with what it lacked. Refuses what the creation of a rule refuses.",
      params: ofRule,
      body: UpdateRuleBody,
      example: { body: { state: "paused" } },
      answers: { 200: FollowUpRule },
      problems: ["limit_reached", "conflict"],
    },
    async (ctx, { params, body }) =>
      ok(await shown(ctx, await updateRule(ctx, params.id, params.ruleId, body))),
  ),
  endpoint(
    {
      method: "DELETE",
      path: ONE,
      scope: "workspace",
      action: "campaigns.edit",
      summary: "Delete a follow-up rule. What it did stays.",
      description: "Causes that wait for it are dropped. Leads that it moved stay where they are.",
      params: ofRule,
      answers: { 204: null },
    },
    async (ctx, { params }) => {
      await deleteRule(ctx, params.id, params.ruleId);
      return noContent();
    },
  ),
];
