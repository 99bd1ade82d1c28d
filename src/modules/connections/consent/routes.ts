import { z } from "zod";
import {
  ConsentAnswer,
  ConsentBody,
  MailProviders,
} from "#modules/connections/contract/connections.ts";
import { CONSENT_PROVIDERS } from "#modules/connections/rules/kinds.ts";
import { listProviders } from "#modules/connections/clients/list-providers.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { takeCallback } from "./callback.ts";
import { startConsent } from "./start-consent.ts";

const MAILBOXES = `${WORKSPACE_PATH}/mailboxes`;

export const consentRoutes = [
  endpoint(
    {
      method: "GET",
      path: `${MAILBOXES}/providers`,
      scope: "workspace",
      action: "mailboxes.read",
      summary: "The providers that mailboxes can be connected at without a password.",
      description:
        "Staff and clients may read it; it changes nothing. A provider is available once an admin, or the environment, has named this install's own client there.",
      answers: { 200: MailProviders },
      example: {
        answer: { data: [{ provider: "google", name: "Google", is_available: true }] },
      },
    },
    async (ctx) => ok(await listProviders(ctx)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${MAILBOXES}/connect`,
      scope: "workspace",
      action: "connections.edit",
      summary: "Begin to connect a mailbox by its owner's consent.",
      description:
        "Staff may. Stores the way out for ten minutes and answers where to send the person; nothing else changes until they are back at the callback. With mailbox_id the mailbox is connected again: its row, threads and warmup stay.",
      body: ConsentBody,
      answers: { 200: ConsentAnswer },
      problems: ["oauth_client_missing", "upstream_unavailable", "not_found"],
      example: {
        body: { provider: "google", login_hint: "ann@example.com" },
        answer: {
          authorize_url: "https://accounts.google.com/o/oauth2/v2/auth?client_id=123",
          expires_at: "2026-11-23T12:10:00.000Z",
        },
      },
    },
    async (ctx, { body }) => ok(await startConsent(ctx, body)),
  ),
  endpoint(
    {
      method: "GET",
      path: "/api/v1/oauth/callback/:provider",
      scope: "public",
      action: null,
      summary: "Where a provider sends people back to after their consent.",
      description:
        "For the signed-in person who began it, once, within ten minutes. Creates the mailbox or connects it again, and goes on (303) to its page in the dashboard. A browser is sent to a page that says what is wrong; other clients get the problem. Who left from a workspace's own host is sent there first, with a ticket that works once and in their session alone.",
      params: z.object({
        provider: z.enum(CONSENT_PROVIDERS).describe("Who sends the person back."),
      }),
      answers: { 303: null },
      problems: [
        "unauthenticated",
        "forbidden",
        "consent_unknown",
        "consent_denied",
        "scope_missing",
        "refresh_token_missing",
        "other_account",
        "limit_reached",
        "quota_reached",
        "oauth_client_missing",
        "upstream_failed",
        "upstream_unavailable",
      ],
    },
    async (ctx, { params, request }) => {
      const location = await takeCallback(ctx, params.provider, request);
      const headers = { Location: location, "Cache-Control": "no-store" };
      return new Response(null, { status: 303, headers });
    },
  ),
];
