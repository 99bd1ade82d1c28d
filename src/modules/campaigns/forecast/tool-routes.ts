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
import { ENROLMENT_EXAMPLE } from "#modules/campaigns/rules/examples/campaign.ts";
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
const SENDER = { mailbox_id: 2, email: "ben@example.com", name: "Ben" };
const leadParams = z.object({ id: pathId<CampaignId>(), leadId: pathId<LeadId>() });

export const toolRoutes = [
  endpoint(
    {
      method: "POST",
      path: `${CAMPAIGN}/preview`,
      scope: "workspace",
      action: "leads.read",
      summary: "What would be sent to a lead, or to an invented one; and who would be held.",
      description:
        "For staff, and for clients if the workspace allows it. The words are made with the code that sending uses, without links that are tracked; nothing is stored or sent. `missing` and `error` say what would keep the email back.",
      example: {
        body: { lead_id: 501 },
        answer: {
          lead_id: 501,
          step: { id: 7, position: 1 },
          variant: "control",
          from: SENDER,
          reply_to: null,
          to: "ann@example.com",
          cc: [],
          subject: "Fleet costs at Example Ltd",
          html: "<p>Hi Ann</p>",
          text: "Hi Ann",
          same_thread: false,
          missing: [],
          error: null,
          preflight: { checked: 18, complete: true, held: 0, variables: [] },
          spam: {
            score: 100,
            rating: "good",
            matches: [],
            metrics: {
              words: 1,
              links: 0,
              images: 0,
              caps_ratio: 0.143,
              exclamations: 0,
              question_marks: 0,
              emoji_in_subject: 0,
              subject_length: 28,
              html_text_ratio: 0.731,
              unresolved_variables: 0,
            },
            issues: [],
          },
          custom_fields: ["icebreaker"],
        },
      },
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
      description:
        "For staff. [Test] stands before the subject. It uses no limit, and a suppressed address is refused. Nothing is sent while a variable is empty or the template has an error.",
      example: {
        body: { to: "me@example.com", lead_id: 501 },
        answer: {
          from: SENDER,
          to: "me@example.com",
          subject: "[Test] Fleet costs at Example Ltd",
          message_id: "test.6a2e3b52-9c51-4c0f-9d5c-0f3b8f1c2d3e@example.com",
        },
      },
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
      description:
        "For staff. The new campaign is a draft; figures, leads and lists of the old one are not taken over.",
      example: { body: { name: "Fleet managers, autumn" } },
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
      description:
        "For staff, and for clients if the workspace allows it. A campaign in any status is played forward as if it were active from now on and its active mailboxes sent for it alone, by the rules that sending uses; nobody replies. Up to 100,000 leads and 200,000 emails.",
      example: {
        body: { days: 14, limit: 1 },
        answer: {
          from: "2026-12-02T08:00:00.000Z",
          until: "2026-12-16T08:00:00.000Z",
          leads: 1,
          left_out: {
            finished: 0,
            paused: 0,
            suppressed: 0,
            invalid: 0,
            risky_blocked: 0,
            task: 0,
            missing_variable: 0,
          },
          left_out_leads: [],
          totals: { sent: 1, first_mails: 1, follow_ups: 0, finished: 1, unfinished: 0 },
          left_by_rule: 0,
          goes_on: [],
          not_foreseen: [],
          finishes_at: "2026-12-02T08:05:00.000Z",
          days: [{ sent: 1, first_mails: 1, follow_ups: 0, date: "2026-12-02" }],
          mailboxes: [{ ...SENDER, sent: 1 }],
          mails: [
            {
              at: "2026-12-02T08:05:00.000Z",
              lead_id: 501,
              email: "ann@example.com",
              step: 1,
              step_id: 7,
              variant: "control",
              mailbox_id: 2,
              mailbox: "ben@example.com",
            },
          ],
          truncated: false,
        },
      },
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
      description:
        "For staff, and for clients if the workspace allows it. All rules are listed in their order, with what each says; where none decides for good, the time is found by playing the campaign forward. Changes nothing.",
      example: {
        answer: {
          lead_id: 501,
          campaign_id: 4,
          email: "ann@example.com",
          status: "in_progress",
          skip_reason: null,
          next_step: { id: 8, position: 2, variant: "control" },
          mailbox: { ...SENDER, sticky: true },
          earliest_at: "2026-12-04T08:05:00.000Z",
          decided_by: "delay",
          message: "Waiting for the delay before this step.",
          follow_ups: [],
          rules: [
            {
              rule: "delay",
              blocks: true,
              until: "2026-12-04T08:05:00.000Z",
              detail: "Waiting for the delay before this step.",
            },
          ],
        },
      },
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
      description:
        "For staff. What the mail service already holds for the lead is withheld. A repeat changes nothing but the date. A lead whose sequence has ended is refused, unless it was skipped for a missing variable.",
      example: {
        body: { status: "paused", until: "2026-12-14T08:00:00.000Z" },
        answer: {
          ...ENROLMENT_EXAMPLE,
          status: "paused",
          held_until: "2026-12-14T08:00:00.000Z",
        },
      },
      params: leadParams,
      body: UpdateEnrolmentBody,
      answers: { 200: Enrolment },
      problems: ["invalid_state"],
    },
    async (ctx, { params: { id, leadId }, body }) =>
      ok(await updateEnrolment(ctx, id, leadId, body)),
  ),
];
