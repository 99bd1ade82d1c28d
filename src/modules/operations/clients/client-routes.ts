import {
  Client,
  ClientParams,
  ClientsQuery,
  CreateClientBody,
} from "#modules/operations/contract/admin.ts";
import { listOf } from "#platform/contract/common.ts";
import { created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { addClient } from "./create-client.ts";
import { deleteClient } from "./delete-client.ts";
import { listClients, readClient } from "./list-clients.ts";
import { restoreClient } from "./restore-client.ts";

const PATH = "/api/v1/admin/clients";

export const clientRoutes = [
  endpoint(
    {
      method: "GET",
      path: PATH,
      scope: "caller",
      action: "admin.read",
      summary: "List clients: workspaces with logins of their own.",
      query: ClientsQuery,
      answers: { 200: listOf(Client) },
    },
    async (ctx, { query }) => ok(await listClients(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: PATH,
      scope: "caller",
      action: "admin.edit",
      summary: "Create a client: a workspace and the login of its first person.",
      body: CreateClientBody,
      answers: { 201: Client },
    },
    async (ctx, { body }) => {
      const client = await addClient(ctx, body);
      return created(client, `${PATH}/${client.id}`);
    },
  ),
  endpoint(
    {
      method: "GET",
      path: `${PATH}/:wid`,
      scope: "caller",
      action: "admin.read",
      summary: "One client, deleted or not.",
      params: ClientParams,
      answers: { 200: Client },
    },
    async (ctx, { params }) => ok(await readClient(ctx, params.wid)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${PATH}/:wid`,
      scope: "caller",
      action: "admin.edit",
      reauthentication: true,
      summary:
        "Delete a client: people and API keys end at once, campaigns pause, data goes after 30 days.",
      params: ClientParams,
      answers: { 204: null },
    },
    async (ctx, { params }) => {
      await deleteClient(ctx, params.wid);
      return noContent();
    },
  ),
  endpoint(
    {
      method: "POST",
      path: `${PATH}/:wid/restore`,
      scope: "caller",
      action: "admin.edit",
      summary: "Take a client's deletion back, within 30 days.",
      params: ClientParams,
      answers: { 200: Client },
      problems: ["invalid_state"],
    },
    async (ctx, { params }) => ok(await restoreClient(ctx, params.wid)),
  ),
];
