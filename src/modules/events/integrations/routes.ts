import { z } from "zod";
import { listOf, PageQuery } from "#platform/contract/common.ts";
import { ConnectAnswer, ConnectBody, Integration } from "#modules/events/contract/integrations.ts";
import { noContent, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { connect } from "./connect.ts";
import { disconnect } from "./disconnect.ts";
import { listIntegrations } from "./list-integrations.ts";

const LIST = `${WORKSPACE_PATH}/integrations`;
const Params = z.object({
  provider: z.string().max(60).describe("Id of the service, as the list shows it."),
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
