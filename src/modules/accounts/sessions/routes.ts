import { LoginAnswer } from "#modules/accounts/contract/accounts.ts";
import {
  FactorRequired,
  LoginFactorBody,
  LoginFactorOptionsBody,
  PasskeyLoginBody,
  PasskeyOptions,
  ReauthenticateAnswer,
  ReauthenticateBody,
  ReauthenticationOptions,
} from "#modules/accounts/contract/factors.ts";
import {
  EndedSessions,
  SessionParams,
  Sessions,
  SessionsOfParams,
} from "#modules/accounts/contract/sessions.ts";
import {
  ASSERTION_OPTIONS,
  ASSERTION_TICKET,
  PASSKEY_ANSWER,
} from "#modules/accounts/factors/examples.ts";
import {
  factorOptions,
  finishLogin,
  passkeyLogin,
  passkeyLoginOptions,
} from "#modules/accounts/factors/finish-login.ts";
import { presentUser } from "#modules/accounts/people/present.ts";
import type { OpenedSession } from "#modules/accounts/sign-in/sessions.ts";
import type { PublicCtx } from "#platform/ctx/ctx.ts";
import { noContent, ok } from "#platform/http/answer.ts";
import { originHere } from "#platform/ctx/own-host.ts";
import { clearedAuthCookie, sessionCookie } from "#platform/http/cookie.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { iso } from "#platform/rules/time.ts";
import { signOutEverywhere } from "./sign-out-everywhere.ts";
import { endOne, endOthers, listSessions } from "./own-sessions.ts";
import { reauthenticate, reauthenticationOptions } from "./reauthenticate.ts";

const SESSIONS = "/api/v1/auth/sessions";

const signedIn = (
  ctx: PublicCtx,
  { user, session }: { user: Parameters<typeof presentUser>[0]; session: OpenedSession },
) =>
  ok(
    { user: presentUser(user), expires_at: iso(session.expiresAt) },
    { "Set-Cookie": sessionCookie(ctx, session) },
  );

const SIGNED_IN = {
  user: {
    id: 1,
    name: "Ann",
    email: "ann@example.com",
    username: "ann@example.com",
    role: "super_admin",
    language: null,
    created_at: "2026-11-23T12:00:00.000Z",
  },
  expires_at: "2026-12-01T12:00:00.000Z",
};

const signInRoutes = [
  endpoint(
    {
      method: "POST",
      path: "/api/v1/auth/login/factor",
      scope: "public",
      action: null,
      summary: "Finish a sign-in with a second factor. Sets the cookie auth_token.",
      description:
        "With the ticket of POST /auth/login. Wrong codes are counted like wrong passwords; after five a ticket ends. A code works once.",
      body: LoginFactorBody,
      answers: { 200: LoginAnswer },
      limit: "login",
      problems: ["invalid_credentials", "ticket_unknown", "workspace_forbidden", "sso_required"],
      example: {
        body: { ticket: ASSERTION_TICKET, method: "totp", code: "492039" },
        answer: SIGNED_IN,
      },
    },
    async (ctx, { body, request }) => signedIn(ctx, await finishLogin(ctx, body, request)),
  ),
  endpoint(
    {
      method: "POST",
      path: "/api/v1/auth/login/factor/options",
      scope: "public",
      action: null,
      summary: "What can finish a sign-in, by its ticket.",
      description:
        "For the page that single sign-on has sent somebody back to with a ticket. Changes nothing, and uses up no try.",
      body: LoginFactorOptionsBody,
      answers: { 200: FactorRequired },
      limit: "login",
      problems: ["ticket_unknown"],
      example: {
        body: { ticket: ASSERTION_TICKET },
        answer: {
          factor_required: true,
          ticket: ASSERTION_TICKET,
          methods: ["passkey", "totp", "recovery_code"],
          passkey_options: ASSERTION_OPTIONS,
          expires_at: "2026-11-24T12:05:00.000Z",
        },
      },
    },
    async (ctx, { body, request }) => ok(await factorOptions(ctx, body.ticket, request)),
  ),
  endpoint(
    {
      method: "POST",
      path: "/api/v1/auth/login/passkey/options",
      scope: "public",
      action: null,
      summary: "A challenge for a sign-in with a passkey, without a username.",
      description:
        "Anybody may. Options for `navigator.credentials.get`. 409 `invalid_state` says why no passkey works at this address.",
      answers: { 200: PasskeyOptions },
      limit: "login",
      problems: ["invalid_state"],
      example: { answer: { ticket: ASSERTION_TICKET, options: ASSERTION_OPTIONS } },
    },
    async (ctx, { request }) => ok(await passkeyLoginOptions(ctx, request)),
  ),
  endpoint(
    {
      method: "POST",
      path: "/api/v1/auth/login/passkey",
      scope: "public",
      action: null,
      summary: "Sign in with a passkey, without a password. Sets the cookie auth_token.",
      description:
        "The passkey says who it is. It counts as two factors, because the authenticator verifies its person.",
      body: PasskeyLoginBody,
      answers: { 200: LoginAnswer },
      limit: "login",
      problems: [
        "invalid_credentials",
        "ticket_unknown",
        "invalid_state",
        "workspace_forbidden",
        "sso_required",
      ],
      example: {
        body: { ticket: ASSERTION_TICKET, response: PASSKEY_ANSWER },
        answer: SIGNED_IN,
      },
    },
    async (ctx, { body, request }) => signedIn(ctx, await passkeyLogin(ctx, body, request)),
  ),
  endpoint(
    {
      method: "POST",
      path: "/api/v1/auth/reauthenticate/options",
      scope: "caller",
      action: "account.edit",
      summary: "What you can confirm your identity with, and a challenge for your passkeys.",
      description:
        "Each signed-in person. While impersonating, it is about the admin. `sso`: open `sso_url` in a browser.",
      answers: { 200: ReauthenticationOptions },
      beforeFactor: true,
      example: {
        answer: {
          methods: ["password", "passkey"],
          passkey: { ticket: ASSERTION_TICKET, options: ASSERTION_OPTIONS },
          sso_url: null,
        },
      },
    },
    async (ctx, { request }) => ok(await reauthenticationOptions(ctx, request)),
  ),
  endpoint(
    {
      method: "POST",
      path: "/api/v1/auth/reauthenticate",
      scope: "caller",
      action: "account.edit",
      summary: "Confirm your identity, after 403 reauthentication_required.",
      description:
        "It counts for ten minutes, as a sign-in does. The session gets a new id: the cookie auth_token is set again. While impersonating, the admin confirms.",
      body: ReauthenticateBody,
      answers: { 200: ReauthenticateAnswer },
      beforeFactor: true,
      problems: ["ticket_unknown", "sso_required"],
      example: {
        body: { method: "password", password: "correct horse battery" },
        answer: {
          authenticated_until: "2026-11-24T12:10:00.000Z",
          expires_at: "2026-12-01T12:00:00.000Z",
        },
      },
    },
    async (ctx, { body, request }) => {
      const session = await reauthenticate(ctx, body, request);
      return ok(
        { authenticated_until: iso(session.until), expires_at: iso(session.expiresAt) },
        { "Set-Cookie": sessionCookie(ctx, session) },
      );
    },
  ),
];

const ownSessionRoutes = [
  endpoint(
    {
      method: "GET",
      path: SESSIONS,
      scope: "caller",
      action: "account.edit",
      summary: "Where you are signed in.",
      description:
        "Each person sees their own, up to 100. Only the network of a sign-in is kept, not the address.",
      answers: { 200: Sessions },
      example: {
        answer: {
          data: [
            {
              id: "0d5f7a3e-8c1b-4f7e-9a52-6f1f2c3d4e5f",
              device: "Firefox on Windows",
              network: "203.0.113.0/24",
              method: "password+totp",
              is_current: true,
              created_at: "2026-11-24T08:00:00.000Z",
              last_used_at: "2026-11-24T12:00:00.000Z",
              expires_at: "2026-12-01T08:00:00.000Z",
            },
          ],
        },
      },
    },
    async (ctx) => ok({ data: await listSessions(ctx) }),
  ),
  endpoint(
    {
      method: "DELETE",
      path: SESSIONS,
      scope: "caller",
      action: "account.edit",
      summary: "End all your other sessions.",
      description: "Each person ends their own. This session goes on.",
      answers: { 200: EndedSessions },
      example: { answer: { ended: 2 } },
    },
    async (ctx) => ok({ ended: await endOthers(ctx) }),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${SESSIONS}/:session`,
      scope: "caller",
      action: "account.edit",
      summary: "End one of your sessions.",
      description: "Each person ends their own. Ending this one signs out.",
      params: SessionParams,
      answers: { 204: null },
    },
    async (ctx, { params }) => {
      const { isCurrent } = await endOne(ctx, params.session);
      return noContent(
        isCurrent ? { "Set-Cookie": clearedAuthCookie(originHere(ctx)) } : undefined,
      );
    },
  ),
];

const othersSessionRoutes = [
  endpoint(
    {
      method: "DELETE",
      path: "/api/v1/admin/users/:uid/sessions",
      scope: "caller",
      action: "sign_in.edit",
      summary: "End all sessions of a person.",
      description:
        "For a lost device. Admins may for employees and clients, a super admin for admins too. The password and the second factors stay.",
      params: SessionsOfParams,
      answers: { 200: EndedSessions },
      example: { answer: { ended: 2 } },
    },
    async (ctx, { params }) => ok({ ended: await signOutEverywhere(ctx, params.uid) }),
  ),
];

export const sessionRoutes = [...signInRoutes, ...ownSessionRoutes, ...othersSessionRoutes];
