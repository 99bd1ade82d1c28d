import { z } from "zod";
import { ApplyWinnerBody, Contests } from "#modules/campaigns/contract/winners.ts";
import { Step } from "#modules/campaigns/contract/steps.ts";
import { presentStep } from "#modules/campaigns/campaigns/present.ts";
import { findStep } from "#modules/campaigns/steps/find-step.ts";
import { pathId } from "#platform/contract/common.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import type { CampaignId, StepId } from "#platform/rules/ids.ts";
import { applyWinner, undoWinner } from "./apply-winner.ts";
import { readContests } from "./read-contests.ts";

const CAMPAIGN = `${WORKSPACE_PATH}/campaigns/:id`;
const WINNER = `${CAMPAIGN}/steps/:stepId/winner`;
const ofCampaign = z.object({ id: pathId<CampaignId>() });
const ofStep = z.object({ id: pathId<CampaignId>(), stepId: pathId<StepId>() });

const APPLIED = {
  id: 31,
  campaign_id: 7,
  position: 1,
  type: "email",
  delay: 0,
  delay_unit: "days",
  subject: "Quick question",
  body_html: "<p>Hi {{ first_name }}</p>",
  body_text: "",
  variants: [
    {
      id: "b",
      label: "B",
      subject: "A question about {{ company }}",
      body: "<p>Hi {{ first_name }}</p>",
      body_text: "",
      weight: 100,
      is_active: true,
    },
  ],
  created_at: "2026-11-02T08:00:00.000Z",
  updated_at: "2026-11-24T09:30:00.000Z",
};

export const winnerRoutes = [
  endpoint(
    {
      method: "GET",
      path: `${CAMPAIGN}/contests`,
      scope: "workspace",
      action: "campaigns.read",
      summary: "Compare the variants of each step of a campaign.",
      description:
        "Tells for each step with several variants which one wins, that there is no difference that matters, or about how many more emails it takes. An email counts when its window is over, and only hits of people within the window count. The comparison may be read at any time: of 100 comparisons of equal variants, at most 5 name a winner. A new text, variant or metric starts it again.",
      params: ofCampaign,
      answers: { 200: Contests },
      example: {
        answer: {
          data: [
            {
              step_id: 31,
              position: 1,
              number: 1,
              started_at: "2026-11-02T08:00:00.000Z",
              metric: "reply",
              window_days: 7,
              state: "open",
              winner: null,
              decided_at: null,
              applied_at: null,
              can_undo: false,
              arms: [
                {
                  variant: "control",
                  weight: 50,
                  mails: 402,
                  hits: 12,
                  rate: 0.0299,
                  waiting: 7,
                  evidence: 0,
                  is_out: false,
                },
                {
                  variant: "B",
                  weight: 50,
                  mails: 398,
                  hits: 21,
                  rate: 0.0528,
                  waiting: 5,
                  evidence: 0.214,
                  is_out: false,
                },
              ],
              mails_needed: 1900,
              mails_planned: 2400,
              usual_rate: 0.031,
              message: "Undecided: about 1,900 more emails. 12 more emails wait for day 7.",
            },
          ],
        },
      },
    },
    async (ctx, { params: { id } }) => ok({ data: await readContests(ctx, id) }),
  ),
  endpoint(
    {
      method: "POST",
      path: WINNER,
      scope: "workspace",
      action: "campaigns.edit",
      summary: "Let one variant of a step take over.",
      description:
        "Gives all emails of the step that have not left to the variant that won, or to the one that you name; the other variants are switched off. Emails that left stay as they were, and nothing is sent again. DELETE on the same path restores the weights. Who may edit campaigns can call it.",
      params: ofStep,
      body: ApplyWinnerBody,
      answers: { 200: Step },
      problems: ["invalid_state", "conflict"],
      example: { body: { variant: "B" }, answer: APPLIED },
    },
    async (ctx, { params: { id, stepId }, body }) => {
      await applyWinner(ctx, id, stepId, body);
      return ok(presentStep(await findStep(ctx, id, stepId)));
    },
  ),
  endpoint(
    {
      method: "DELETE",
      path: WINNER,
      scope: "workspace",
      action: "campaigns.edit",
      summary: "Restore the weights that a comparison changed.",
      description:
        "Gives the variants of the step the weights back that they had before a winner took over or losers were left out. The result stays readable, but the comparison changes nothing by itself any more. Who may edit campaigns can call it.",
      params: ofStep,
      answers: { 200: Step },
      problems: ["invalid_state", "conflict"],
      example: { answer: { ...APPLIED, variants: [{ ...APPLIED.variants[0], weight: 50 }] } },
    },
    async (ctx, { params: { id, stepId } }) => {
      await undoWinner(ctx, id, stepId);
      return ok(presentStep(await findStep(ctx, id, stepId)));
    },
  ),
];
