import {
  KnownHost,
  KnownHostQuery,
  OwnHost,
  OwnHostBody,
  OwnHostParams,
} from "#modules/links/contract/own-hosts.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { AppError } from "#platform/rules/errors.ts";
import { isHostUsed } from "./store.ts";
import { readOwnHost, setOwnHost, verifyOwnHost } from "./set-own-host.ts";

const PATH = "/api/v1/admin/clients/:wid/host";
const WHO = "Admins may, for any workspace that is not deleted.";

export const ownHostRoutes = [
  endpoint(
    {
      method: "GET",
      path: "/api/v1/hosts/known",
      scope: "public",
      action: null,
      summary: "Whether a workspace uses a host: for proxies that get certificates on demand.",
      description:
        "Anybody; changes nothing. 200 for the host of a workspace and for a tracking domain, verified or not, 404 for any other name. Caddy takes this address as `ask` of `on_demand_tls`.",
      query: KnownHostQuery,
      answers: { 200: KnownHost },
      problems: ["not_found"],
      example: { answer: { host: "reach.acme.com" } },
    },
    async (ctx, { query: { domain: host } }) => {
      if (!(await isHostUsed(ctx.install, host))) {
        throw new AppError("not_found", "No workspace uses this host.");
      }
      return ok({ host });
    },
  ),
  endpoint(
    {
      method: "GET",
      path: PATH,
      scope: "caller",
      action: "admin.read",
      summary:
        "The host of a workspace for its dashboard and report, with its DNS record and status.",
      description: `${WHO} Changes nothing; shows what the last check found.`,
      params: OwnHostParams,
      answers: { 200: OwnHost },
    },
    async (ctx, { params }) => ok(await readOwnHost(ctx, params.wid)),
  ),
  endpoint(
    {
      method: "PUT",
      path: PATH,
      scope: "caller",
      action: "admin.edit",
      summary: "Give a workspace a host of its own for its dashboard and report; null removes it.",
      description: `${WHO} The workspace needs a white label. The host serves this workspace alone: its sign-in, dashboard, API and report. Links in emails to its clients lead there once the DNS record and https are right. Changing or removing it ends the sessions that were opened there. Written to the audit log.`,
      params: OwnHostParams,
      body: OwnHostBody,
      answers: { 200: OwnHost },
      reauthentication: true,
      problems: ["conflict", "invalid_state"],
      example: { body: { host: "reach.acme.com" } },
    },
    async (ctx, { params, body, request }) =>
      ok(await setOwnHost(ctx, params.wid, body.host, request)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${PATH}/verify`,
      scope: "caller",
      action: "admin.edit",
      summary: "Check the host of a workspace now.",
      description: `${WHO} Asks DNS and https, and stores what they answer. It is checked every minute by itself while it is new. 404 where the workspace has no host.`,
      params: OwnHostParams,
      answers: { 200: OwnHost },
    },
    async (ctx, { params }) => ok(await verifyOwnHost(ctx, params.wid)),
  ),
];
