import { z } from "zod";
import { ReorderStepsBody } from "#modules/campaigns/contract/campaigns.ts";
import { pathId } from "#platform/contract/common.ts";
import { CreateStepBody, Step, UpdateStepBody } from "#modules/campaigns/contract/steps.ts";
import type { CampaignId, StepId } from "#platform/rules/ids.ts";
import { created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { addStep } from "./add-step.ts";
import { deleteStep } from "./delete-step.ts";
import { expectedVersion, IF_MATCH } from "#modules/campaigns/status/expected-version.ts";
import { findStep } from "./find-step.ts";
import { presentStep } from "#modules/campaigns/campaigns/present.ts";
import { reorderSteps } from "./reorder-steps.ts";
import { updateStep } from "./update-step.ts";

const STEPS = `${WORKSPACE_PATH}/campaigns/:id/steps`;
const STEP = `${STEPS}/:stepId`;
const ofCampaign = z.object({ id: pathId<CampaignId>() });
const ofStep = z.object({ id: pathId<CampaignId>(), stepId: pathId<StepId>() });
/** A step holds up to six copies of 64 KB. */
const MAX_STEP_BYTES = 1024 * 1024;

export const stepRoutes = [
  endpoint(
    {
      method: "POST",
      path: STEPS,
      scope: "workspace",
      action: "campaigns.edit",
      summary: "Add a step at the end, or at a position.",
      description:
        "For staff. It takes effect at once: leads that wait for the step at this position wait for the new one. Leads who are done with the sequence do not get it.",
      example: {
        body: { subject: "Fleet costs at {{ company }}", body_html: "<p>Hi {{ first_name }}</p>" },
      },
      params: ofCampaign,
      body: CreateStepBody,
      answers: { 201: Step },
      maxBytes: MAX_STEP_BYTES,
    },
    async (ctx, { params: { id }, body }) => {
      const row = await addStep(ctx, id, body);
      const campaign = `/api/v1/workspaces/${ctx.workspaceId}/campaigns/${id}`;
      return created(presentStep(row), `${campaign}/steps/${row.id}`);
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${STEPS}/reorder`,
      scope: "workspace",
      action: "campaigns.edit",
      summary: "Put the steps into a new order: every step once.",
      description:
        "For staff. It takes effect at once. Leads go on behind the step that they had last, and no step reaches a lead twice.",
      example: { body: { step_ids: [7] } },
      params: ofCampaign,
      body: ReorderStepsBody,
      answers: { 200: z.object({ data: z.array(Step).describe("All steps in their new order.") }) },
    },
    async (ctx, { params: { id }, body }) => {
      const rows = await reorderSteps(ctx, id, body.step_ids);
      return ok({ data: rows.map(presentStep) });
    },
  ),
  endpoint(
    {
      method: "GET",
      path: STEP,
      scope: "workspace",
      action: "campaigns.read",
      summary: "One step of a campaign.",
      description: "For everyone in the workspace. It shows the step as it is published.",
      params: ofStep,
      answers: { 200: Step },
    },
    async (ctx, { params: { id, stepId } }) => ok(presentStep(await findStep(ctx, id, stepId))),
  ),
  endpoint(
    {
      method: "PUT",
      path: STEP,
      scope: "workspace",
      action: "campaigns.edit",
      summary: "Change a step; fields left out keep their value. Mail that left stays as it was.",
      description:
        "For staff. It takes effect at once, without publishing; leads that wait for the step wait as long as it says now.",
      example: {
        body: { subject: "Fleet costs at {{ company }}" },
      },
      params: ofStep,
      body: UpdateStepBody,
      answers: { 200: Step },
      maxBytes: MAX_STEP_BYTES,
      headers: IF_MATCH,
      problems: ["conflict"],
    },
    async (ctx, { params: { id, stepId }, body, request }) =>
      ok(presentStep(await updateStep(ctx, id, stepId, body, expectedVersion(request)))),
  ),
  endpoint(
    {
      method: "DELETE",
      path: STEP,
      scope: "workspace",
      action: "campaigns.edit",
      summary: "Delete a step; the later ones move up.",
      description:
        "For staff. It takes effect at once: leads that waited for it wait for the step that follows. Emails that left stay.",
      params: ofStep,
      answers: { 204: null },
    },
    async (ctx, { params: { id, stepId } }) => {
      await deleteStep(ctx, id, stepId);
      return noContent();
    },
  ),
];
