import {
  SsoLink,
  SsoLinkStarted,
  SsoShown,
  StartSsoQuery,
} from "#modules/accounts/contract/sso.ts";
import { noContent, ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { iso } from "#platform/rules/time.ts";
import { takeSsoCallback } from "./callback.ts";
import { beginLink, showLink, unlinkOwn } from "./link.ts";
import { leaveForProvider, showSignIn } from "./sign-in-page.ts";

const SSO = "/api/v1/auth/sso";

const redirect = (location: string, cookie: string | null): Response =>
  new Response(null, {
    status: 303,
    headers: {
      Location: location,
      "Cache-Control": "no-store",
      ...(cookie !== null && { "Set-Cookie": cookie }),
    },
  });

const signInRoutes = [
  endpoint(
    {
      method: "GET",
      path: SSO,
      scope: "public",
      action: null,
      summary: "Whether people can sign in with single sign-on, and where that begins.",
      description: "Anybody may: the sign-in page asks it. Changes nothing.",
      answers: { 200: SsoShown },
      example: {
        answer: {
          enabled: true,
          name: "Okta",
          only: false,
          start_url: "https://outreach.example.com/api/v1/auth/sso/start",
        },
      },
    },
    async (ctx) => ok(await showSignIn(ctx)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${SSO}/start`,
      scope: "public",
      action: null,
      summary: "Begin a sign-in with single sign-on: goes on to the provider.",
      description:
        "For browsers, by a link. Goes on (303) to the provider with code, PKCE, state and nonce, and sets a cookie by which the way back is known. It works once, for ten minutes, in this browser. The provider's own list of apps can lead here too. With `reauthenticate` it confirms the identity of the signed-in person.",
      query: StartSsoQuery,
      answers: { 303: null },
      limit: "sso",
      problems: ["unauthenticated", "oauth_client_missing", "upstream_unavailable"],
    },
    async (ctx, { query, request }) => {
      const { location, setCookie } = await leaveForProvider(ctx, query, request);
      return redirect(location, setCookie);
    },
  ),
  endpoint(
    {
      method: "GET",
      path: `${SSO}/callback`,
      scope: "public",
      action: null,
      summary: "Where the provider sends people back to. Sets the cookie auth_token.",
      description:
        "For the browser that began it, once, within ten minutes. Signs in, links an account or confirms an identity, and goes on (303) to the dashboard; where a second factor is missing, to the sign-in page with a ticket. Role and workspaces are set as the provider's claims say. A browser is sent to a page that says what is wrong; other clients get the problem.",
      answers: { 303: null },
      limit: "sso",
      problems: [
        "unauthenticated",
        "consent_unknown",
        "consent_denied",
        "sso_email_unverified",
        "sso_domain_not_allowed",
        "sso_no_access",
        "sso_link_required",
        "sso_not_fresh",
        "workspace_forbidden",
        "other_account",
        "oauth_client_missing",
        "upstream_failed",
        "upstream_unavailable",
      ],
    },
    async (ctx, { request }) => {
      const { location, setCookie } = await takeSsoCallback(ctx, request);
      return redirect(location, setCookie);
    },
  ),
];

const linkRoutes = [
  endpoint(
    {
      method: "GET",
      path: `${SSO}/link`,
      scope: "caller",
      action: "account.edit",
      summary: "Your account at the provider of single sign-on.",
      description: "Each signed-in person, for their own account. Changes nothing.",
      answers: { 200: SsoLink },
      example: {
        answer: {
          available: true,
          name: "Okta",
          linked: {
            email: "ann@example.com",
            linked_at: "2026-11-24T12:00:00.000Z",
            last_sign_in_at: "2026-11-24T12:00:00.000Z",
          },
          password_set: true,
        },
      },
    },
    async (ctx) => ok(await showLink(ctx)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${SSO}/link`,
      scope: "caller",
      action: "account.edit",
      reauthentication: true,
      summary: "Begin to link your account to single sign-on.",
      description:
        "Each signed-in person, in a browser. Answers where to send it; the account is linked when it comes back. Super admins can be linked in this way only.",
      answers: { 200: SsoLinkStarted },
      problems: ["oauth_client_missing", "upstream_unavailable"],
      example: {
        answer: {
          authorize_url: "https://example.okta.com/oauth2/v1/authorize?client_id=0oa1",
          expires_at: "2026-11-24T12:10:00.000Z",
        },
      },
    },
    async (ctx, { request }) => {
      const { url, setCookie, expiresAt } = await beginLink(ctx, request);
      return ok({ authorize_url: url, expires_at: iso(expiresAt) }, { "Set-Cookie": setCookie });
    },
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${SSO}/link`,
      scope: "caller",
      action: "account.edit",
      reauthentication: true,
      summary: "Unlink your account from single sign-on.",
      description:
        "Each signed-in person who has another way in. Not where single sign-on is the only way in, or decides about your role.",
      answers: { 204: null },
      problems: ["not_found", "invalid_state"],
    },
    async (ctx) => {
      await unlinkOwn(ctx);
      return noContent();
    },
  ),
];

export const ssoRoutes = [...signInRoutes, ...linkRoutes];
