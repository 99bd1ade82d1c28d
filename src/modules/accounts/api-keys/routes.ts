import {
  ApiKey,
  ApiKeyParams,
  CreateApiKeyBody,
  CreatedApiKey,
} from "#modules/accounts/contract/api-keys.ts";
import { listOf, PageQuery } from "#platform/contract/common.ts";
import { created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { adoptKey } from "./adopt-key.ts";
import { createKey } from "./create-key.ts";
import { listKeys } from "./list-keys.ts";
import { presentKey } from "./present.ts";
import { endKey } from "./revoke-key.ts";

const PATH = `${WORKSPACE_PATH}/api-keys`;

export const apiKeyRoutes = [
  endpoint(
    {
      method: "GET",
      path: PATH,
      scope: "workspace",
      action: "api_keys.read",
      summary: "List the API keys of a workspace.",
      query: PageQuery,
      answers: { 200: listOf(ApiKey) },
    },
    async (ctx, { query }) => ok(await listKeys(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: PATH,
      scope: "workspace",
      action: "api_keys.edit",
      reauthentication: true,
      summary: "Create an API key; it is shown in this answer only.",
      body: CreateApiKeyBody,
      answers: { 201: CreatedApiKey },
    },
    async (ctx, { body }) => {
      const { key, row } = await createKey(ctx, body);
      const path = `/api/v1/workspaces/${ctx.workspaceId}/api-keys/${row.id}`;
      return created({ ...presentKey(row), key }, path);
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${PATH}/:id/adopt`,
      scope: "workspace",
      action: "api_keys.adopt",
      summary:
        "Take over an API key whose creator left the workspace: it works again and answers to you.",
      params: ApiKeyParams,
      answers: { 200: ApiKey },
    },
    async (ctx, { params }) => ok(presentKey(await adoptKey(ctx, params.id))),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${PATH}/:id`,
      scope: "workspace",
      action: "api_keys.edit",
      summary: "Revoke an API key at once.",
      params: ApiKeyParams,
      answers: { 204: null },
    },
    async (ctx, { params }) => {
      await endKey(ctx, params.id);
      return noContent();
    },
  ),
];
