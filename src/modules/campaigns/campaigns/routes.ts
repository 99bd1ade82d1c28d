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
import { listOf, pathId } from "#platform/contract/common.ts";
import { SendingDay, SendingDayQuery } from "#modules/campaigns/contract/sending-day.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { assignMailboxes } from "#modules/campaigns/status/assign-mailboxes.ts";
import { createCampaign } from "./create-campaign.ts";
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
      params,
      query: EnrolmentsQuery,
      answers: { 200: listOf(EnrolmentListItem) },
    },
    async (ctx, { params: { id }, query }) => ok(await listEnrolments(ctx, id, query)),
  ),
  ...stepRoutes,
  ...toolRoutes,
];
