import { z } from "zod";
import {
  AssignMailboxesBody,
  CampaignDetail,
  CampaignListItem,
  CampaignsQuery,
  CreateCampaignBody,
  EnrolmentListItem,
  EnrolmentsQuery,
  Sending,
  StartAnswer,
  UpdateCampaignBody,
} from "#modules/campaigns/contract/campaigns.ts";
import { listOf, ONE_PAGE, pathId } from "#platform/contract/common.ts";
import { SendingDay, SendingDayQuery } from "#modules/campaigns/contract/sending-day.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { assignMailboxes } from "#modules/campaigns/status/assign-mailboxes.ts";
import { createCampaign } from "./create-campaign.ts";
import {
  CAMPAIGN_EXAMPLE,
  ENROLMENT_EXAMPLE,
  LISTED_EXAMPLE,
  SENDING_EXAMPLE,
} from "#modules/campaigns/rules/examples/campaign.ts";
import { deleteCampaign } from "./delete-campaign.ts";
import { expectedVersion, IF_MATCH } from "#modules/campaigns/status/expected-version.ts";
import { listCampaigns } from "./list-campaigns.ts";
import { listEnrolments } from "#modules/campaigns/enrolments/list-enrolments.ts";
import { pauseByPerson } from "#modules/campaigns/status/pause-campaign.ts";
import { readCampaign } from "./read-campaign.ts";
import { readDay } from "#modules/campaigns/forecast/read-day.ts";
import { readSending } from "#modules/campaigns/forecast/read-sending.ts";
import { startCampaign } from "#modules/campaigns/status/start-campaign.ts";
import { stepRoutes } from "#modules/campaigns/steps/step-routes.ts";
import { toolRoutes } from "#modules/campaigns/forecast/tool-routes.ts";
import { updateCampaign } from "./update-campaign.ts";

const CAMPAIGNS = `${WORKSPACE_PATH}/campaigns`;
const CAMPAIGN = `${CAMPAIGNS}/:id`;
const params = z.object({ id: pathId<CampaignId>() });

export const campaignRoutes = [
  endpoint(
    {
      method: "GET",
      path: CAMPAIGNS,
      scope: "workspace",
      action: "campaigns.read",
      summary: "The workspace's campaigns, newest first, each with its counts.",
      description:
        "For everyone in the workspace. `q` is looked for anywhere in the name. Deleted campaigns are left out.",
      example: { answer: { data: [LISTED_EXAMPLE], pagination: ONE_PAGE } },
      query: CampaignsQuery,
      answers: { 200: listOf(CampaignListItem) },
    },
    async (ctx, { query }) => ok(await listCampaigns(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: CAMPAIGNS,
      scope: "workspace",
      action: "campaigns.edit",
      summary: "Create a draft campaign.",
      description:
        "For staff. Nothing is sent before it has steps, mailboxes and leads and is started. What is left out is as in the template, and else the default of the workspace.",
      example: { body: { name: "Fleet managers", mailbox_ids: [2], tags: ["fleet"] } },
      body: CreateCampaignBody,
      answers: { 201: CampaignDetail },
    },
    async (ctx, { body }) => {
      const row = await createCampaign(ctx, body);
      const location = `/api/v1/workspaces/${ctx.workspaceId}/campaigns/${row.id}`;
      return created(await readCampaign(ctx, row.id), location);
    },
  ),
  endpoint(
    {
      method: "GET",
      path: `${CAMPAIGNS}/sending`,
      scope: "workspace",
      action: "campaigns.read",
      summary:
        "Why each active campaign sends, or does not, right now; and when the next mail may leave.",
      description:
        "For everyone in the workspace. It looks at the newest 20 active campaigns and changes nothing.",
      example: {
        answer: {
          next_send_at: SENDING_EXAMPLE.next_send_at,
          campaigns: [
            {
              id: 4,
              name: "Fleet managers",
              timezone: "Europe/Berlin",
              sending_status: SENDING_EXAMPLE,
            },
          ],
        },
      },
      answers: { 200: Sending },
    },
    async (ctx) => ok(await readSending(ctx)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${CAMPAIGNS}/today`,
      scope: "workspace",
      action: "campaigns.read",
      summary:
        "Today's mail in quarter hours: what left, and what will leave as far as can be foreseen.",
      description:
        "For everyone in the workspace. It plays all active campaigns forward to the end of the day by the rules that sending uses, and changes nothing. What is kept back is listed by campaign, with the cause.",
      example: {
        answer: {
          date: "2026-12-02",
          timezone: "Europe/Berlin",
          sent: 12,
          planned: 18,
          limit: 30,
          held: [
            {
              campaign_id: 4,
              campaign_name: "Fleet managers",
              mails: 20,
              has_more: false,
              code: "mailbox_daily_limit_met",
            },
          ],
          quarters: [{ at: "2026-12-02T08:00:00.000Z", sent: 2, planned: 0, open: true }],
        },
      },
      query: SendingDayQuery,
      answers: { 200: SendingDay },
    },
    async (ctx, { query }) => ok(await readDay(ctx, query)),
  ),
  endpoint(
    {
      method: "GET",
      path: CAMPAIGN,
      scope: "workspace",
      action: "campaigns.read",
      summary: "A campaign with its steps, mailboxes, counts and why it sends or not.",
      description:
        "For everyone in the workspace. Steps are those that are published; `GET .../draft` shows what is not.",
      params,
      answers: { 200: CampaignDetail },
    },
    async (ctx, { params: { id } }) => ok(await readCampaign(ctx, id)),
  ),
  endpoint(
    {
      method: "PUT",
      path: CAMPAIGN,
      scope: "workspace",
      action: "campaigns.edit",
      summary: "Change a campaign; fields left out keep their value.",
      description:
        "For staff. It takes effect at once, in any status: emails that left stay as they were, and those that wait go by the new settings. `status` starts or pauses the campaign as the routes for that do. What GET shows may be sent as it is.",
      example: { body: { daily_limit: 100 } },
      params,
      body: UpdateCampaignBody,
      answers: { 200: CampaignDetail },
      headers: IF_MATCH,
      problems: ["campaign_not_ready", "approval_required", "conflict"],
      maxBytes: 4 * 1024 * 1024,
    },
    async (ctx, { params: { id }, body, request }) => {
      await updateCampaign(ctx, id, body, expectedVersion(request));
      return ok(await readCampaign(ctx, id));
    },
  ),
  endpoint(
    {
      method: "DELETE",
      path: CAMPAIGN,
      scope: "workspace",
      action: "campaigns.edit",
      summary: "Delete a campaign and its steps; sent mail and threads stay.",
      description:
        "For staff, in any status. Emails that have not left are cancelled, open tasks of the sequence end, and follow-up rules that lead to it stop. It cannot be brought back.",
      params,
      answers: { 204: null },
    },
    async (ctx, { params: { id } }) => {
      await deleteCampaign(ctx, id);
      return noContent();
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${CAMPAIGN}/start`,
      scope: "workspace",
      action: "campaigns.run",
      summary: "Start a campaign; warnings tell what it lacks. On an active one: nothing.",
      description:
        "For staff, and for clients if the workspace allows it. From a draft, a paused or a completed campaign. A template error refuses the start, as does a missing approval where the workspace asks for one, and anything missing where it asks for a strict start.",
      example: { answer: { ...CAMPAIGN_EXAMPLE, warnings: [] } },
      params,
      answers: { 200: StartAnswer },
      problems: ["campaign_not_ready", "approval_required"],
    },
    async (ctx, { params: { id } }) => {
      const warnings = await startCampaign(ctx, id);
      return ok({ ...(await readCampaign(ctx, id)), warnings });
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${CAMPAIGN}/pause`,
      scope: "workspace",
      action: "campaigns.run",
      summary: "Pause an active campaign. On a paused one: nothing.",
      description:
        "For staff, and for clients if the workspace allows it. What no server has taken yet waits until the campaign is started again. Drafts and completed campaigns cannot be paused.",
      params,
      answers: { 200: CampaignDetail },
    },
    async (ctx, { params: { id } }) => {
      await pauseByPerson(ctx, id);
      return ok(await readCampaign(ctx, id));
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${CAMPAIGN}/mailboxes`,
      scope: "workspace",
      action: "campaigns.edit",
      summary: "Set the campaign's mailboxes: the whole set, all or nothing.",
      description:
        "For staff. Leads of a mailbox that leaves go on from another one. Mailboxes with one of the campaign's tags stay in it.",
      example: { body: { mailbox_ids: [2] } },
      params,
      body: AssignMailboxesBody,
      answers: { 200: CampaignDetail },
    },
    async (ctx, { params: { id }, body }) => {
      await assignMailboxes(ctx, id, body.mailbox_ids);
      return ok(await readCampaign(ctx, id));
    },
  ),
  endpoint(
    {
      method: "GET",
      path: `${CAMPAIGN}/leads`,
      scope: "workspace",
      action: "leads.read",
      summary: "The leads of a campaign and where each stands; q is the beginning of an address.",
      description: "For staff, and for clients if the workspace allows it. Changes nothing.",
      example: {
        answer: {
          data: [
            {
              ...ENROLMENT_EXAMPLE,
              last_event: { type: "sent", at: "2026-12-02T08:05:00.000Z", campaign_id: 4 },
              decided_by: null,
            },
          ],
          pagination: ONE_PAGE,
        },
      },
      params,
      query: EnrolmentsQuery,
      answers: { 200: listOf(EnrolmentListItem) },
    },
    async (ctx, { params: { id }, query }) => ok(await listEnrolments(ctx, id, query)),
  ),
  ...stepRoutes,
  ...toolRoutes,
];
