import {
  CreatedInstallKey,
  CreateInstallKeyBody,
  InstallKey,
  InstallKeyParams,
} from "#modules/accounts/contract/install-keys.ts";
import { ScopeList } from "#modules/accounts/contract/key-limits.ts";
import { listOf, PageQuery } from "#platform/contract/common.ts";
import { created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { adoptInstallKey } from "./adopt-install-key.ts";
import { createInstallKey } from "./create-install-key.ts";
import { listInstallKeys } from "./list-install-keys.ts";
import { listScopes } from "./list-scopes.ts";
import { presentInstallKey } from "./present.ts";
import { revokeInstallKey } from "./revoke-install-key.ts";

const PATH = "/api/v1/admin/api-keys";

export const installKeyRoutes = [
  endpoint(
    {
      method: "GET",
      path: "/api/v1/api-key-scopes",
      scope: "caller",
      action: "account.read",
      summary: "List the scopes that API keys can have, and the presets.",
      description:
        "For everybody. A scope is an action of the permission table: the permission that the document of each route names.",
      answers: { 200: ScopeList },
    },
    async () => ok(listScopes()),
  ),
  endpoint(
    {
      method: "GET",
      path: PATH,
      scope: "caller",
      action: "install_keys.read",
      summary: "List the API keys of the installation, newest first; q looks in names.",
      description:
        "For admins. Shows who answers for each key, what limits it and when it was used last; never the key itself.",
      query: PageQuery,
      answers: { 200: listOf(InstallKey) },
    },
    async (ctx, { query }) => ok(await listInstallKeys(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: PATH,
      scope: "caller",
      action: "install_keys.edit",
      reauthentication: true,
      summary: "Create an API key of the installation; it is shown in this answer only.",
      description:
        "For admins, never with a key. It opens all workspaces, or those named, with the role admin within its scopes. A key for all reaches the admin routes too, except updates, impersonation and API keys; one for named workspaces only with scopes such as `admin.read`.",
      body: CreateInstallKeyBody,
      answers: { 201: CreatedInstallKey },
      example: {
        body: { name: "Agency sync", scopes: ["read"], allow_cidrs: ["203.0.113.0/24"] },
      },
      problems: ["limit_reached"],
    },
    async (ctx, { body }) => {
      const { key, row } = await createInstallKey(ctx, body);
      return created({ ...presentInstallKey(row, ctx.now()), key }, `${PATH}/${row.id}`);
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${PATH}/:id/adopt`,
      scope: "caller",
      action: "install_keys.edit",
      reauthentication: true,
      summary: "Take over an API key of the installation: it works again and answers to you.",
      description:
        "For admins, never with a key. A key stops when who answers for it is no admin any more; from now on it depends on you.",
      params: InstallKeyParams,
      answers: { 200: InstallKey },
    },
    async (ctx, { params }) =>
      ok(presentInstallKey(await adoptInstallKey(ctx, params.id), ctx.now())),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${PATH}/:id`,
      scope: "caller",
      action: "install_keys.edit",
      summary: "Revoke an API key of the installation at once.",
      description: "For admins, never with a key. The next request with it gets 401.",
      params: InstallKeyParams,
      answers: { 204: null },
    },
    async (ctx, { params }) => {
      await revokeInstallKey(ctx, params.id);
      return noContent();
    },
  ),
];
