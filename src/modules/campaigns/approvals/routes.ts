import { z } from "zod";
import {
  Approval,
  Approvals,
  ApprovalToDecide,
  ApprovalTokenBody,
  AskApprovalBody,
  AskedApproval,
  DecideBody,
  DecideByLinkBody,
} from "#modules/campaigns/contract/publishing/approvals.ts";
import { findApproval } from "./find-approval.ts";
import { pathId } from "#platform/contract/common.ts";
import { created, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import type { ApprovalId, CampaignId } from "#platform/rules/ids.ts";
import { askApproval } from "./ask-approval.ts";
import { decideByLink, readByLink } from "./by-link.ts";
import { decideInside } from "./decide-approval.ts";
import { listApprovals, presentApprovals } from "./read-approvals.ts";

const CAMPAIGN = `${WORKSPACE_PATH}/campaigns/:id`;
const APPROVALS = `${CAMPAIGN}/approvals`;
const params = z.object({ id: pathId<CampaignId>() });
const ofApproval = params.extend({ approvalId: pathId<ApprovalId>() });

const EXAMPLE_TOKEN = "3.k3JxZsQpW1vYb6nT0aRmEoUiLdFgHhCcXyVz2s4t5u8";
const ASKED_EXAMPLE = {
  id: 9,
  state: "open",
  is_current: true,
  note: "The first two emails are new.",
  steps: 3,
  asked_at: "2026-12-01T09:00:00.000Z",
  asked_by: { user_id: 1, name: "Ann" },
  expires_at: "2026-12-15T09:00:00.000Z",
  decided_at: null,
  decided_by: null,
  by_link: false,
  comment: "",
};
const DECIDED_EXAMPLE = {
  ...ASKED_EXAMPLE,
  state: "approved",
  decided_at: "2026-12-02T10:00:00.000Z",
  decided_by: { user_id: 5, name: "Zoe" },
};
const TO_DECIDE_EXAMPLE = {
  workspace: "Acme",
  campaign: "Spring",
  state: "open",
  is_current: true,
  note: "The first two emails are new.",
  asked_by: "Ann",
  expires_at: "2026-12-15T09:00:00.000Z",
  mails: [
    {
      position: 1,
      variant: "control",
      wait: "First",
      subject: "Fleet costs at Northwind",
      html: "<p>Hi Maria</p>",
      text: "Hi Maria",
    },
  ],
};

const insideRoutes = [
  endpoint(
    {
      method: "GET",
      path: APPROVALS,
      scope: "workspace",
      action: "campaigns.read",
      summary: "Who was asked whether a campaign's emails may be sent, and what they said.",
      params,
      description: "For who sees the campaign.",
      example: { answer: { required: true, approved: false, data: [ASKED_EXAMPLE] } },
      answers: { 200: Approvals },
    },
    async (ctx, { params: { id } }) => ok(await listApprovals(ctx, id)),
  ),
  endpoint(
    {
      method: "POST",
      path: APPROVALS,
      scope: "workspace",
      action: "campaigns.edit",
      summary:
        "Ask for approval of the emails, by a link that works for 14 days without an account.",
      description:
        "About the emails as the draft has them, or else as they are. Ends what was asked for before. A client with the switch `approve` can decide in the campaign too. The link is shown once.",
      params,
      body: AskApprovalBody,
      example: {
        body: { note: "The first two emails are new." },
        answer: {
          ...ASKED_EXAMPLE,
          link: `https://app.example.com/approval#token=${EXAMPLE_TOKEN}`,
        },
      },
      answers: { 201: AskedApproval },
      problems: ["invalid_state"],
    },
    async (ctx, { params: { id }, body }) => {
      const { row, link } = await askApproval(ctx, id, body.note);
      const [shown] = await presentApprovals(ctx, id, [row]);
      const path = `/api/v1/workspaces/${ctx.workspaceId}/campaigns/${id}/approvals/${row.id}`;
      return created({ ...shown, link }, path);
    },
  ),
  endpoint(
    {
      method: "GET",
      path: `${APPROVALS}/:approvalId`,
      scope: "workspace",
      action: "campaigns.read",
      summary: "What somebody was asked to approve: the emails as an invented lead reads them.",
      params: ofApproval,
      description: "For who sees the campaign. No lead is named.",
      example: { answer: TO_DECIDE_EXAMPLE },
      answers: { 200: ApprovalToDecide },
    },
    async (ctx, { params: { id, approvalId } }) => ok(await findApproval(ctx, id, approvalId)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${APPROVALS}/:approvalId/decision`,
      scope: "workspace",
      action: "campaigns.approve",
      summary: "Approve the emails, or ask for changes. The team gets a notice.",
      description:
        "For clients whose workspace has the switch `approve`. 409 `conflict`: the emails were changed since, so that the team has to ask again.",
      params: ofApproval,
      body: DecideBody,
      example: { body: { decision: "approved" }, answer: DECIDED_EXAMPLE },
      answers: { 200: Approval },
      problems: ["conflict", "invalid_state"],
    },
    async (ctx, { params: { id, approvalId }, body }) => {
      const row = await decideInside(ctx, id, approvalId, body);
      const [shown] = await presentApprovals(ctx, id, [row]);
      return ok(shown);
    },
  ),
];

export const approvalRoutes = [
  ...insideRoutes,
  endpoint(
    {
      method: "POST",
      path: "/api/v1/approval",
      scope: "public",
      action: null,
      summary: "What is to be approved, by the token of its link.",
      description: "For who has the link. Changes nothing. 422 for a link that does not work.",
      body: ApprovalTokenBody,
      answers: { 200: ApprovalToDecide },
      limit: "report",
      example: { body: { token: EXAMPLE_TOKEN }, answer: TO_DECIDE_EXAMPLE },
    },
    async (ctx, { body }) => ok(await readByLink(ctx, body.token)),
  ),
  endpoint(
    {
      method: "POST",
      path: "/api/v1/approval/decision",
      scope: "public",
      action: null,
      summary: "Approve the emails, or ask for changes, by the token of the link.",
      description:
        "For who has the link, once. 409 `conflict`: the emails were changed since. 409 `invalid_state`: it was decided already.",
      body: DecideByLinkBody,
      answers: { 200: ApprovalToDecide },
      limit: "report",
      problems: ["conflict", "invalid_state"],
      example: {
        body: { token: EXAMPLE_TOKEN, name: "Ann", decision: "approved" },
        answer: { ...TO_DECIDE_EXAMPLE, state: "approved" },
      },
    },
    async (ctx, { body }) => ok(await decideByLink(ctx, body)),
  ),
];
