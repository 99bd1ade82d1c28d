import {
  ApiKey,
  ApiKeyParams,
  CreateApiKeyBody,
  CreatedApiKey,
  OrphanedKey,
  API_KEY_EXAMPLE,
} from "#modules/accounts/contract/api-keys.ts";
import { listOf, PageQuery, sortedBy } from "#platform/contract/common.ts";
import { created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { adoptKey } from "./adopt-key.ts";
import { createKey } from "./create-key.ts";
import { listKeys } from "./list-keys.ts";
import { listOrphaned } from "./list-orphaned.ts";
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
      description:
        "For staff, and keys of the workspace. Revoked ones are not in it. The keys themselves are never shown.",
      query: PageQuery.extend(sortedBy("name")),
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
      description:
        "For people. It opens this workspace, with the role given. `scopes` limits it to actions, `allow_cidrs` to addresses, and `expires_at` to a time; `GET /api/v1/api-key-scopes` lists scopes and presets.",
      body: CreateApiKeyBody,
      example: {
        body: { name: "CRM sync", role: "employee" },
        answer: {
          ...API_KEY_EXAMPLE,
          last_used_at: null,
          key: "svc_live_0000000000000000000000000000000000000k3Qa",
        },
      },
      answers: { 201: CreatedApiKey },
    },
    async (ctx, { body }) => {
      const { key, row } = await createKey(ctx, body);
      const path = `/api/v1/workspaces/${ctx.workspaceId}/api-keys/${row.id}`;
      return created({ ...presentKey(row, ctx.now()), key }, path);
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
      description:
        "For admins, never with a key. It answers to the caller from now on, and stops when that admin loses the role. Written to the audit log.",
      params: ApiKeyParams,
      answers: { 200: ApiKey },
    },
    async (ctx, { params }) => ok(presentKey(await adoptKey(ctx, params.id), ctx.now())),
  ),
  endpoint(
    {
      method: "GET",
      path: "/api/v1/admin/orphaned-api-keys",
      scope: "caller",
      action: "install_keys.read",
      summary: "List the API keys of all workspaces whose creators left, newest first.",
      description:
        "For admins, never with a key. Such a key is stopped or flagged until an admin adopts it in its workspace, or revokes it there. Expired keys are left out.",
      query: PageQuery.omit({ q: true }),
      answers: { 200: listOf(OrphanedKey) },
    },
    async (ctx, { query }) => ok(await listOrphaned(ctx, query)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${PATH}/:id`,
      scope: "workspace",
      action: "api_keys.edit",
      summary: "Revoke an API key at once.",
      description:
        "For staff, never with a key. The next request with it gets 401. Written to the audit log.",
      params: ApiKeyParams,
      answers: { 204: null },
    },
    async (ctx, { params }) => {
      await endKey(ctx, params.id);
      return noContent();
    },
  ),
];
