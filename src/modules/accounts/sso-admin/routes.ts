import {
  SsoAdmin,
  SsoBody,
  SsoOnlyBody,
  SsoPeopleQuery,
  SsoPerson,
  SsoPersonParams,
} from "#modules/accounts/contract/sso.ts";
import { listOf } from "#platform/contract/common.ts";
import { noContent, ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { deleteSso, saveSso, showSso } from "./administer-sso.ts";
import { listLinked, unlinkPerson } from "./people.ts";
import { setSsoOnly } from "#modules/accounts/sso/sso-only.ts";

const SSO = "/api/v1/admin/sso";

const RULES = {
  name: "Okta",
  scopes: ["openid", "email", "profile", "groups"],
  domains: ["example.com"],
  create_people: true,
  trust_email: false,
  role_claim: "groups",
  roles: [
    { value: "outrider-admins", role: "admin" as const, workspaces: null },
    { value: "sales", role: "employee" as const, workspaces: [3, 4] },
  ],
  default_role: null,
  mfa_values: ["mfa"],
  session_hours: 24,
};
const EXAMPLE = {
  source: "admin",
  issuer: "https://example.okta.com",
  client_id: "0oa1b2c3d4",
  has_client_secret: true,
  ...RULES,
  redirect_uri: "https://outreach.example.com/api/v1/auth/sso/callback",
  start_url: "https://outreach.example.com/api/v1/auth/sso/start",
  proved: true,
  only: false,
  emergency_account: null,
  unlinked_admins: 1,
  updated_at: "2026-11-24T12:00:00.000Z",
};

const setUpRoutes = [
  endpoint(
    {
      method: "GET",
      path: SSO,
      scope: "caller",
      action: "admin.read",
      summary: "How single sign-on is set up.",
      description: "For admins, and keys of the installation. The secret is never shown.",
      answers: { 200: SsoAdmin },
      example: { answer: EXAMPLE },
    },
    async (ctx) => ok(await showSso(ctx)),
  ),
  endpoint(
    {
      method: "PUT",
      path: SSO,
      scope: "caller",
      action: "sso.edit",
      reauthentication: true,
      summary: "Set up single sign-on by OpenID Connect.",
      description:
        "For super admins. Replaces what was set before; a secret left out stays. The issuer's discovery document is read first. 409 `invalid_state` where environment variables set it.",
      body: SsoBody,
      answers: { 200: SsoAdmin },
      problems: ["invalid_state"],
      example: {
        body: {
          issuer: EXAMPLE.issuer,
          client_id: EXAMPLE.client_id,
          client_secret: "a secret of the client",
          ...RULES,
        },
        answer: EXAMPLE,
      },
    },
    async (ctx, { body }) => ok(await saveSso(ctx, body)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: SSO,
      scope: "caller",
      action: "sso.edit",
      reauthentication: true,
      summary: "Remove single sign-on.",
      description:
        "For super admins. People stay and sign in with their passwords; whose access the provider ended stays out until they are unlinked. 409 `invalid_state` while it is the only way in.",
      answers: { 204: null },
      problems: ["invalid_state"],
    },
    async (ctx) => {
      await deleteSso(ctx);
      return noContent();
    },
  ),
  endpoint(
    {
      method: "PUT",
      path: `${SSO}/only`,
      scope: "caller",
      action: "sso.edit",
      reauthentication: true,
      summary: "Make single sign-on the only way in, or allow other ways again.",
      description:
        "For super admins. Passwords, passkeys, resets, invitations by password and sign-up then answer 403 `sso_required`, but for one emergency account; sessions that were opened otherwise end. 409 `invalid_state` until somebody has signed in with the present settings.",
      body: SsoOnlyBody,
      answers: { 200: SsoAdmin },
      problems: ["invalid_state", "oauth_client_missing"],
      example: {
        body: { only: true, emergency_account: 1 },
        answer: {
          ...EXAMPLE,
          only: true,
          emergency_account: { id: 1, name: "Ann", email: "ann@example.com" },
        },
      },
    },
    async (ctx, { body }) => {
      await setSsoOnly(ctx, body);
      return ok(await showSso(ctx));
    },
  ),
];

const peopleRoutes = [
  endpoint(
    {
      method: "GET",
      path: `${SSO}/people`,
      scope: "caller",
      action: "admin.read",
      summary: "Who is linked to single sign-on; q looks in names and emails.",
      description: "For admins, and keys of the installation. Newest accounts first.",
      query: SsoPeopleQuery,
      answers: { 200: listOf(SsoPerson) },
      example: {
        answer: {
          data: [
            {
              id: 7,
              name: "Ben",
              email: "ben@example.com",
              role: "employee",
              issuer: EXAMPLE.issuer,
              linked_at: "2026-11-24T12:00:00.000Z",
              last_sign_in_at: "2026-11-25T08:00:00.000Z",
              ended_at: null,
            },
          ],
          pagination: { page: 1, limit: 50, total: 1, total_pages: 1, next_cursor: null },
        },
      },
    },
    async (ctx, { query }) => ok(await listLinked(ctx, query)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${SSO}/people/:uid`,
      scope: "caller",
      action: "sso.edit",
      reauthentication: true,
      summary: "Unlink a person from single sign-on.",
      description:
        "For super admins. The person may sign in another way again, also where the provider had ended their access, and is linked again by the rules for new people. They are notified by email.",
      params: SsoPersonParams,
      answers: { 204: null },
      problems: ["not_found"],
    },
    async (ctx, { params }) => {
      await unlinkPerson(ctx, params.uid);
      return noContent();
    },
  ),
];

export const ssoAdminRoutes = [...setUpRoutes, ...peopleRoutes];
