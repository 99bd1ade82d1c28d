import { z } from "zod";
import {
  DuplicateBody,
  Explanation,
  Preview,
  PreviewBody,
  Readiness,
  SimulateBody,
  Simulation,
  TestEmailAnswer,
  TestEmailBody,
  UpdateEnrolmentBody,
} from "#modules/campaigns/contract/campaign-tools.ts";
import { CampaignDetail, Enrolment } from "#modules/campaigns/contract/campaigns.ts";
import { pathId } from "#platform/contract/common.ts";
import type { CampaignId, LeadId } from "#platform/rules/ids.ts";
import { accepted, created, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { duplicateCampaign } from "#modules/campaigns/campaigns/duplicate-campaign.ts";
import { explain } from "./explain-lead.ts";
import { previewMail } from "#modules/campaigns/drafts/preview-mail.ts";
import { readCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import { readReadiness } from "#modules/campaigns/status/read-readiness.ts";
import { sendTest } from "#modules/campaigns/drafts/send-test.ts";
import { simulateCampaign } from "./simulate-campaign.ts";
import { updateEnrolment } from "#modules/campaigns/enrolments/update-enrolment.ts";

const CAMPAIGN = `${WORKSPACE_PATH}/campaigns/:id`;
/** A draft holds up to six copies of 64 KB, as a step does. */
const MAX_STEP_BYTES = 1024 * 1024;
const LEAD = `${CAMPAIGN}/leads/:leadId`;
const params = z.object({ id: pathId<CampaignId>() });
const leadParams = z.object({ id: pathId<CampaignId>(), leadId: pathId<LeadId>() });

export const toolRoutes = [
  endpoint(
    {
      method: "POST",
      path: `${CAMPAIGN}/preview`,
      scope: "workspace",
      action: "leads.read",
      summary: "What would be sent to a lead, or to an invented one; and who would be held.",
      params,
      body: PreviewBody,
      maxBytes: MAX_STEP_BYTES,
      answers: { 200: Preview },
      problems: ["invalid_state", "template_output_too_large"],
    },
    async (ctx, { params: { id }, body }) => ok(await previewMail(ctx, id, body)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${CAMPAIGN}/test-email`,
      scope: "workspace",
      action: "campaigns.test",
      summary: "Send a step to an address of your own: marked, untracked, uncounted.",
      params,
      body: TestEmailBody,
      answers: { 202: TestEmailAnswer },
      problems: [
        "conflict",
        "invalid_state",
        "template_output_too_large",
        "upstream_failed",
        "upstream_unavailable",
        "upstream_timeout",
      ],
    },
    async (ctx, { params: { id }, body }) => accepted(await sendTest(ctx, id, body)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${CAMPAIGN}/duplicate`,
      scope: "workspace",
      action: "campaigns.edit",
      summary: "Make a draft with the same settings, steps and mailboxes, without leads.",
      params,
      body: DuplicateBody,
      answers: { 201: CampaignDetail },
    },
    async (ctx, { params: { id }, body }) => {
      const row = await duplicateCampaign(ctx, id, body);
      const location = `/api/v1/workspaces/${ctx.workspaceId}/campaigns/${row.id}`;
      return created(await readCampaign(ctx, row.id), location);
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${CAMPAIGN}/simulate`,
      scope: "workspace",
      action: "leads.read",
      summary: "Who gets what when, from which mailbox, in the days to come. Sends nothing.",
      params,
      body: SimulateBody,
      answers: { 200: Simulation },
    },
    async (ctx, { params: { id }, body }) => ok(await simulateCampaign(ctx, id, body)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${CAMPAIGN}/readiness`,
      scope: "workspace",
      action: "campaigns.read",
      summary:
        "What a start would warn of, and which leads of its lists are left out. Starts nothing.",
      description:
        "Answers the warnings that a start answers, before it: what is missing, and what big providers ask. Errors of templates keep a campaign from starting. For each list whose leads were added, it counts those that are not in the campaign, by the reason.",
      params,
      answers: { 200: Readiness },
      example: {
        answer: {
          warnings: [{ code: "no_mailboxes", message: "Assign a mailbox. The campaign has none." }],
          errors: [],
          lists: [
            {
              id: 3,
              name: "Trade fair",
              in_campaign: 202,
              not_added: 0,
              left_out: {
                suppressed: 0,
                unsubscribed: 0,
                bounced: 0,
                invalid: 100,
                risky_blocked: 0,
                in_other_campaign: 0,
              },
              complete: true,
            },
          ],
        },
      },
    },
    async (ctx, { params: { id } }) => ok(await readReadiness(ctx, id)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${LEAD}/explain`,
      scope: "workspace",
      action: "leads.read",
      summary: "When a lead's next mail can leave, and which rule decides.",
      params: leadParams,
      answers: { 200: Explanation },
    },
    async (ctx, { params: { id, leadId } }) => ok(await explain(ctx, id, leadId)),
  ),
  endpoint(
    {
      method: "PUT",
      path: LEAD,
      scope: "workspace",
      action: "campaigns.edit",
      summary:
        "Pause one lead in this campaign until a date, or make it active again, also one that lacked a variable.",
      params: leadParams,
      body: UpdateEnrolmentBody,
      answers: { 200: Enrolment },
      problems: ["invalid_state"],
    },
    async (ctx, { params: { id, leadId }, body }) =>
      ok(await updateEnrolment(ctx, id, leadId, body)),
  ),
];
