import { z } from "zod";
import {
  GoogleAppBody,
  MicrosoftAppBody,
  OrganisationAppShown,
} from "#modules/connections/contract/organisation-apps.ts";
import { ORGANISATION_PROVIDERS } from "#modules/connections/rules/kinds.ts";
import { noContent, ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import {
  deleteOrganisationApp,
  saveGoogleApp,
  saveMicrosoftApp,
  showOrganisationApp,
} from "./administer-organisation-apps.ts";

const APPS = "/api/v1/admin/organisation-apps";
const AppPath = z.object({
  provider: z.enum(ORGANISATION_PROVIDERS).describe("Which provider."),
});

const GOOGLE_SHOWN = {
  provider: "google",
  is_set_up: true,
  client_id: "104857600000000000000",
  client_email: "outrider@project.iam.gserviceaccount.com",
  key_id: "8f1c2d3e4b5a",
  scopes: [
    "https://mail.google.com/",
    "https://www.googleapis.com/auth/admin.directory.user.readonly",
  ],
  redirect_uri: null,
  thumbprint: null,
  certificate_ends_at: null,
  is_expired: false,
  updated_at: "2026-11-23T12:00:00.000Z",
};

export const organisationAppRoutes = [
  endpoint(
    {
      method: "GET",
      path: `${APPS}/:provider`,
      scope: "caller",
      action: "organisations.edit",
      summary: "This install's app for whole organisations at a provider.",
      description:
        "Admins may; it changes nothing. Shows what an admin of an organisation has to enter or grant. Keys are never shown.",
      params: AppPath,
      answers: { 200: OrganisationAppShown },
      example: { answer: GOOGLE_SHOWN },
    },
    async (ctx, { params }) => ok(await showOrganisationApp(ctx, params.provider)),
  ),
  endpoint(
    {
      method: "PUT",
      path: `${APPS}/google`,
      scope: "caller",
      action: "organisations.edit",
      reauthentication: true,
      summary: "Enter this install's service account at Google.",
      description:
        "Admins may. Replaces the one before: with another key of the same account everything that was delegated stays; another account has to be delegated to again.",
      body: GoogleAppBody,
      answers: { 200: OrganisationAppShown },
      example: {
        body: {
          key_file:
            '{"type":"service_account","client_email":"outrider@project.iam.gserviceaccount.com"}',
        },
        answer: GOOGLE_SHOWN,
      },
    },
    async (ctx, { body }) => ok(await saveGoogleApp(ctx, body)),
  ),
  endpoint(
    {
      method: "PUT",
      path: `${APPS}/microsoft`,
      scope: "caller",
      action: "organisations.edit",
      reauthentication: true,
      summary: "Enter this install's multi-tenant app at Microsoft, with its certificate.",
      description:
        "Admins may. Replaces the one before: with another certificate of the same app every organisation's consent stays; another app needs it again.",
      body: MicrosoftAppBody,
      answers: { 200: OrganisationAppShown },
      example: {
        body: {
          client_id: "6a2e3b52-9c51-4c0f-9d5c-0f3b8f1c2d3e",
          certificate: "-----BEGIN CERTIFICATE-----\nMIIC...\n-----END CERTIFICATE-----",
          private_key: "-----BEGIN PRIVATE KEY-----\nMIIE...\n-----END PRIVATE KEY-----",
        },
        answer: {
          provider: "microsoft",
          is_set_up: true,
          client_id: "6a2e3b52-9c51-4c0f-9d5c-0f3b8f1c2d3e",
          client_email: null,
          key_id: null,
          scopes: ["IMAP.AccessAsApp", "SMTP.SendAsApp", "User.Read.All"],
          redirect_uri: "https://outrider.example.com/api/v1/oauth/callback/microsoft",
          thumbprint: "Zb0m0rQ0m3oQ8kVn2wJ6m8y2y3w5b1QYy0H9t8u7v6w",
          certificate_ends_at: "2028-11-23T12:00:00.000Z",
          is_expired: false,
          updated_at: "2026-11-23T12:00:00.000Z",
        },
      },
    },
    async (ctx, { body }) => ok(await saveMicrosoftApp(ctx, body)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${APPS}/:provider`,
      scope: "caller",
      action: "organisations.edit",
      reauthentication: true,
      summary: "Forget this install's app for organisations at a provider.",
      description:
        "Admins may. Mailboxes of its organisations can't sign in any more; they stay as they are until an app is entered again.",
      params: AppPath,
      answers: { 204: null },
    },
    async (ctx, { params }) => {
      await deleteOrganisationApp(ctx, params.provider);
      return noContent();
    },
  ),
];
