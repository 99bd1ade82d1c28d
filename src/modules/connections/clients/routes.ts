import { z } from "zod";
import {
  OauthClientBody,
  OauthClients,
  OauthClientShown,
} from "#modules/connections/contract/clients.ts";
import { CONSENT_PROVIDERS } from "#modules/connections/rules/kinds.ts";
import { noContent, ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { deleteOauthClient, listOauthClients, saveOauthClient } from "./administer.ts";

const CLIENTS = "/api/v1/admin/oauth-clients";
const ClientPath = z.object({ provider: z.enum(CONSENT_PROVIDERS).describe("Which provider.") });

const EXAMPLE = {
  provider: "google",
  source: "admin",
  client_id: "123.apps.googleusercontent.com",
  has_client_secret: true,
  name: null,
  tenant: null,
  issuer: null,
  scopes: null,
  smtp: null,
  imap: null,
  redirect_uri: "https://outreach.example.com/api/v1/oauth/callback/google",
  updated_at: "2026-11-23T12:00:00.000Z",
};

export const clientRoutesOfOauth = [
  endpoint(
    {
      method: "GET",
      path: CLIENTS,
      scope: "caller",
      action: "admin.read",
      summary: "This install's own clients at Google, Microsoft and others.",
      description:
        "Admins may; it changes nothing. Secrets are never shown. What the environment names comes before what admins enter.",
      answers: { 200: OauthClients },
      example: { answer: { data: [EXAMPLE] } },
    },
    async (ctx) => ok({ data: await listOauthClients(ctx) }),
  ),
  endpoint(
    {
      method: "PUT",
      path: `${CLIENTS}/:provider`,
      scope: "caller",
      action: "admin.edit",
      reauthentication: true,
      summary: "Enter this install's client at a provider.",
      description:
        "Admins may. Replaces what was entered before; a secret left out stays. Mailboxes connected with the former client may have to be connected again.",
      params: ClientPath,
      body: OauthClientBody,
      answers: { 200: OauthClientShown },
      example: {
        body: { client_id: EXAMPLE.client_id, client_secret: "GOCSPX-example" },
        answer: EXAMPLE,
      },
    },
    async (ctx, { params, body }) => ok(await saveOauthClient(ctx, params.provider, body)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${CLIENTS}/:provider`,
      scope: "caller",
      action: "admin.edit",
      reauthentication: true,
      summary: "Forget this install's client at a provider.",
      description:
        "Admins may. Mailboxes that were connected with it can't renew their access any more; they stay as they are.",
      params: ClientPath,
      answers: { 204: null },
    },
    async (ctx, { params }) => {
      await deleteOauthClient(ctx, params.provider);
      return noContent();
    },
  ),
];
