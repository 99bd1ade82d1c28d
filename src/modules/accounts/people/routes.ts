import {
  ChangePasswordBody,
  ForgotPasswordBody,
  LoginAnswer,
  LoginBody,
  MeAnswer,
  RegisterAnswer,
  RegisterBody,
  ResetPasswordBody,
  UpdateMeBody,
  User,
  USER_EXAMPLE,
} from "#modules/accounts/contract/accounts.ts";
import { SignInAnswer } from "#modules/accounts/contract/factors.ts";
import { z } from "zod";
import { iso } from "#platform/rules/time.ts";
import { listWorkspacesOf } from "#modules/accounts/workspaces/list-workspaces.ts";
import { accepted, created, noContent, ok } from "#platform/http/answer.ts";
import { originHere } from "#platform/ctx/own-host.ts";
import { clearedAuthCookie, sessionCookie } from "#platform/http/cookie.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { askReset } from "#modules/accounts/passwords/ask-reset.ts";
import { changePassword } from "#modules/accounts/passwords/change-password.ts";
import { login } from "#modules/accounts/sign-in/login.ts";
import { logout } from "#modules/accounts/sign-in/sessions.ts";
import { assertMailsNotices } from "#modules/accounts/passwords/notice-mail.ts";
import { readBranding } from "#modules/accounts/setup/branding.ts";
import { presentCaller, presentRegistration, presentUser } from "./present.ts";
import { register } from "./register.ts";
import { resetByToken } from "#modules/accounts/passwords/reset-password.ts";
import { assertClaimHost } from "#modules/accounts/sign-in/claim-host.ts";
import { assertSetupToken } from "#modules/accounts/setup/claim.ts";
import { stopImpersonation } from "#modules/accounts/sign-in/stop-impersonation.ts";
import { updateProfile } from "./update-profile.ts";
import { hasUsers } from "./store.ts";

export const authRoutes = [
  endpoint(
    {
      method: "POST",
      path: "/api/v1/auth/register",
      scope: "public",
      action: null,
      summary: "Sign up; the first user becomes super_admin. Sets the cookie auth_token.",
      description:
        "Anybody may while registration is open, and for the first account of an installation. Makes the person a workspace of their own. Answers 409 `conflict` for an address that has an account.",
      body: RegisterBody,
      example: {
        body: { name: "Ann Miller", email: "ann@acme.example", password: "correct horse battery" },
      },
      answers: { 201: RegisterAnswer },
      limit: "register",
      headers: { "X-Setup-Token": "Needed for the first user where SETUP_TOKEN is set." },
      problems: ["forbidden", "sso_required", "conflict"],
    },
    async (ctx, { body, request }) => {
      if (!(await hasUsers(ctx.install))) {
        assertClaimHost(ctx, request);
        assertSetupToken(ctx, request);
      }
      const made = await register(ctx, body);
      return created(presentRegistration(made), "/api/v1/auth/me", {
        "Set-Cookie": sessionCookie(ctx, made.session),
      });
    },
  ),
  endpoint(
    {
      method: "POST",
      path: "/api/v1/auth/login",
      scope: "public",
      action: null,
      summary: "Sign in by username or email. Sets the cookie auth_token.",
      description:
        "For a person with a second factor it sets no cookie: it answers `factor_required` with a ticket for POST /auth/login/factor. At a workspace's own host only people of that workspace sign in; others get 403 `workspace_forbidden`, and what is opened there works only there. Where single sign-on is the only way in, all but the emergency account get 403 `sso_required`.",
      body: LoginBody,
      example: {
        body: { username: "ann@acme.example", password: "correct horse battery" },
        answer: {
          user: USER_EXAMPLE,
          expires_at: "2026-12-01T08:12:00.000Z",
        },
      },
      answers: { 200: SignInAnswer },
      limit: "login",
      problems: ["invalid_credentials", "workspace_forbidden", "sso_required"],
    },
    async (ctx, { body, request }) => {
      const { factor, signedIn } = await login(ctx, body, request);
      if (factor) return ok(factor);
      const { user, session } = signedIn;
      return ok(
        { user: presentUser(user), expires_at: iso(session.expiresAt) },
        { "Set-Cookie": sessionCookie(ctx, session) },
      );
    },
  ),
  endpoint(
    {
      method: "POST",
      path: "/api/v1/auth/logout",
      scope: "caller",
      action: "account.edit",
      summary: "End this session.",
      description:
        "Each signed-in person. Removes the cookie. A session as somebody else ends together with the admin's own.",
      beforeFactor: true,
      answers: { 204: null },
    },
    async (ctx) => {
      await logout(ctx);
      return noContent({ "Set-Cookie": clearedAuthCookie(originHere(ctx)) });
    },
  ),
  endpoint(
    {
      method: "POST",
      path: "/api/v1/auth/stop-impersonation",
      scope: "caller",
      action: "account.edit",
      summary: "Go back from an impersonated user to your own session. Sets the cookie auth_token.",
      description:
        "For an admin who acts as somebody else. The own session continues with the time that it has left. Answers 409 `invalid_state` where nobody is impersonated.",
      answers: { 200: LoginAnswer },
      problems: ["invalid_state"],
      beforeFactor: true,
    },
    async (ctx) => {
      const { user, ...session } = await stopImpersonation(ctx);
      return ok(
        { user: presentUser(user), expires_at: iso(session.expiresAt) },
        { "Set-Cookie": sessionCookie(ctx, session) },
      );
    },
  ),
  endpoint(
    {
      method: "GET",
      path: "/api/v1/auth/me",
      scope: "caller",
      action: "account.read",
      summary: "The signed-in user and the workspaces that it may enter.",
      description:
        "Each signed-in person and each API key. Changes nothing. A key has `api_key` in the place of `user`.",
      answers: { 200: MeAnswer },
      beforeFactor: true,
    },
    async (ctx) => {
      const [workspaces, branding] = await Promise.all([listWorkspacesOf(ctx), readBranding(ctx)]);
      return ok(presentCaller(ctx, workspaces, branding));
    },
  ),
  endpoint(
    {
      method: "PUT",
      path: "/api/v1/auth/me",
      scope: "caller",
      action: "account.edit",
      summary: "Change your name, email, username or language.",
      description:
        "Each signed-in person. Where the installation can send email, another email waits until the new address confirms (GET /auth/email-change); the answer still has the old one. Elsewhere it changes now, and all other sessions end.",
      body: UpdateMeBody,
      example: { body: { name: "Ann Miller" } },
      answers: { 200: User },
      reauthentication: {
        when: "the email changes",
        applies: ({ email }, body) => {
          const wished = (body as UpdateMeBody).email;
          return wished !== undefined && wished !== email;
        },
      },
      problems: ["conflict"],
    },
    async (ctx, { body }) => ok(presentUser(await updateProfile(ctx, body))),
  ),
  endpoint(
    {
      method: "POST",
      path: "/api/v1/auth/password",
      scope: "caller",
      action: "account.edit",
      summary: "Change your password; every other session ends.",
      description:
        "Each signed-in person, but not while acting as somebody else. This session gets a new cookie.",
      body: ChangePasswordBody,
      example: {
        body: { current_password: "correct horse battery", new_password: "wrong donkey charger" },
      },
      answers: { 204: null },
      problems: ["sso_required"],
    },
    async (ctx, { body }) => {
      const session = await changePassword(ctx, body);
      return noContent({ "Set-Cookie": sessionCookie(ctx, session) });
    },
  ),
  endpoint(
    {
      method: "POST",
      path: "/api/v1/auth/forgot",
      scope: "public",
      action: null,
      summary:
        "Mail a link for a new password, where SYSTEM_MAIL_URL is set; the answer tells nothing of the address.",
      description:
        "Anybody may. The link works once and for an hour. Answer and time are the same whether the address has an account or not. Answers 404 where the installation cannot send email.",
      body: ForgotPasswordBody,
      example: { body: { email: "ann@acme.example" }, answer: {} },
      answers: { 202: z.object({}) },
      limit: "login",
      problems: ["not_found"],
    },
    async (ctx, { body }) => {
      await askReset(ctx, body);
      return accepted({});
    },
  ),
  endpoint(
    {
      method: "POST",
      path: "/api/v1/auth/reset",
      scope: "public",
      action: null,
      summary: "Choose a new password by the token of a mail; every session ends.",
      description:
        "Whoever has the token, once and within an hour. A password that is refused does not use it up.",
      body: ResetPasswordBody,
      example: {
        body: { token: "1f0c6a0e5a3d4b6f9f0f7f7c2f6d3b1a", new_password: "correct horse battery" },
      },
      answers: { 204: null },
      limit: "login",
      problems: ["not_found", "sso_required"],
    },
    async (ctx, { body }) => {
      assertMailsNotices(ctx);
      await resetByToken(ctx, body);
      return noContent();
    },
  ),
];
