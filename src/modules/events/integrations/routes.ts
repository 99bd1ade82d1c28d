import { z } from "zod";
import { listOf, PageQuery } from "#platform/contract/common.ts";
import { DealChoicesAnswer } from "#modules/events/contract/deals.ts";
import {
  AddIntegrationBody,
  ConnectAnswer,
  ConnectBody,
  Integration,
  UpdateIntegrationBody,
} from "#modules/events/contract/integrations.ts";
import { created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { addIntegration, connect } from "./connect.ts";
import { disconnect } from "./disconnect.ts";
import { listIntegrations } from "./list-integrations.ts";
import { readChoices } from "./read-choices.ts";
import { updateIntegration } from "./update-integration.ts";

const LIST = `${WORKSPACE_PATH}/integrations`;
const Params = z.object({
  provider: z
    .string()
    .max(60)
    .describe("Id of the connection, as the list shows it: that of the service for its first one."),
});

export const integrationRoutes = [
  endpoint(
    {
      method: "GET",
      path: LIST,
      scope: "workspace",
      action: "integrations.read",
      summary: "Services that can be connected: what each asks for, and how it is doing.",
      description: "Staff and API keys may. Credentials are never shown. Changes nothing.",
      query: PageQuery.omit({ cursor: true }),
      answers: { 200: listOf(Integration) },
    },
    async (ctx, { query }) => ok(await listIntegrations(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${LIST}/:provider/connect`,
      scope: "workspace",
      action: "integrations.edit",
      summary:
        "Connect a service, or give it new credentials. They are tried, sealed and never shown.",
      description:
        "Staff and API keys may. A service that gets events receives a sample event first. `inbound` is shown only in this answer. Written to the audit log.",
      params: Params,
      body: ConnectBody,
      example: {
        body: {
          credentials: { webhook_url: "https://hooks.slack.com/services/T0/B0/secret" },
          config: {},
        },
      },
      answers: { 200: ConnectAnswer },
      problems: ["upstream_unavailable", "upstream_timeout"],
    },
    async (ctx, { params, body }) => ok(await connect(ctx, params.provider, body)),
  ),
  endpoint(
    {
      method: "POST",
      path: LIST,
      scope: "workspace",
      action: "integrations.edit",
      summary: "Connect a service once more: another channel, CRM account or calendar.",
      description:
        "Staff and API keys may. For services with `can_be_several`, up to 20 connections each. The credentials are tried, sealed and never shown; `inbound` is shown only in this answer. Written to the audit log.",
      body: AddIntegrationBody,
      example: {
        body: {
          provider: "slack",
          name: "Meetings",
          credentials: { webhook_url: "https://hooks.slack.com/services/T0/B0/secret" },
          config: { events: ["meeting.booked"] },
        },
      },
      answers: { 201: ConnectAnswer },
      problems: ["limit_reached", "upstream_unavailable", "upstream_timeout"],
    },
    async (ctx, { body }) => {
      const one = await addIntegration(ctx, body);
      return created(one, `/api/v1/workspaces/${ctx.workspaceId}/integrations/${one.id}`);
    },
  ),
  endpoint(
    {
      method: "PUT",
      path: `${LIST}/:provider`,
      scope: "workspace",
      action: "integrations.edit",
      summary: "Change a connection's name, events and rule for deals; its credentials stay.",
      description:
        "Staff and API keys may. A rule for deals is held against the CRM's pipelines, stages and people, and a field for Outrider's key of a deal is made there. Answers 404 if it is not connected. Written to the audit log.",
      params: Params,
      body: UpdateIntegrationBody,
      example: {
        body: {
          deals: {
            events: ["lead.replied", "meeting.booked"],
            pipeline: "default",
            stage: "appointmentscheduled",
            meeting_stage: "qualifiedtobuy",
          },
        },
      },
      answers: { 200: Integration },
      problems: ["upstream_unavailable", "upstream_timeout"],
    },
    async (ctx, { params, body }) => ok(await updateIntegration(ctx, params.provider, body)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${LIST}/:provider/choices`,
      scope: "workspace",
      action: "integrations.read",
      summary:
        "Pipelines, stages and people of a connected CRM, to choose from in a rule for deals.",
      description:
        "Staff and API keys may. Asks HubSpot or Pipedrive, at most once a minute. Answers 404 for a service that is no CRM or not connected, and 422 with the scope to grant where the CRM refuses. Changes nothing.",
      params: Params,
      answers: { 200: DealChoicesAnswer },
      problems: ["validation_failed", "upstream_unavailable", "upstream_timeout"],
    },
    async (ctx, { params }) => ok(await readChoices(ctx, params.provider)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${LIST}/:provider`,
      scope: "workspace",
      action: "integrations.edit",
      summary:
        "Disconnect a service; its credentials are forgotten, what it was owed is cancelled.",
      description:
        "Staff and API keys may. Answers 404 if it is not connected. Written to the audit log.",
      params: Params,
      answers: { 204: null },
    },
    async (ctx, { params }) => {
      await disconnect(ctx, params.provider);
      return noContent();
    },
  ),
];
