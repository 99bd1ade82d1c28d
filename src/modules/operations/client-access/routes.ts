import {
  ClientAccess,
  ClientAccessBody,
  ClientAccessParams,
} from "#modules/operations/contract/client-access.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { readAccess, setAccess } from "./set-access.ts";

const PATH = "/api/v1/admin/clients/:wid/access";

export const clientAccessRoutes = [
  endpoint(
    {
      method: "GET",
      path: PATH,
      scope: "caller",
      action: "admin.read",
      summary: "What the clients of a workspace may do.",
      description:
        "Admins may, for any workspace that is not deleted. Every client reads campaigns, figures and the inbox of their own workspace; the switches give the rest. Changes nothing.",
      params: ClientAccessParams,
      answers: { 200: ClientAccess },
    },
    async (ctx, { params }) => ok(await readAccess(ctx, params.wid)),
  ),
  endpoint(
    {
      method: "PUT",
      path: PATH,
      scope: "caller",
      action: "admin.edit",
      summary: "Set what the clients of a workspace may do, by preset or by switches.",
      description:
        "Admins may, for any workspace that is not deleted. It holds from the next request on, for people with the role client and for API keys with that role; scopes of a key limit it further. Staff are not concerned. A change is written to the audit log.",
      params: ClientAccessParams,
      body: ClientAccessBody,
      answers: { 200: ClientAccess },
      example: { body: { switches: ["see_leads", "answer_threads", "start_and_pause"] } },
    },
    async (ctx, { params, body }) => ok(await setAccess(ctx, params.wid, body)),
  ),
];
