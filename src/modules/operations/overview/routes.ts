import {
  AdminSettings,
  Dashboard,
  ImpersonateParams,
  ImpersonationAnswer,
  UpdateAdminSettingsBody,
} from "#modules/operations/contract/admin.ts";
import { IMPERSONATION_MINUTES } from "#platform/rules/choices.ts";
import { iso } from "#platform/rules/time.ts";
import { startImpersonation } from "#modules/accounts/sign-in/start-impersonation.ts";
import { ok } from "#platform/http/answer.ts";
import { authCookie } from "#platform/http/cookie.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { presentInstallUser } from "./present.ts";
import { readDashboard } from "./read-dashboard.ts";
import { readAdminSettings, updateAdminSettings } from "./settings.ts";

export const adminRoutes = [
  endpoint(
    {
      method: "GET",
      path: "/api/v1/admin/dashboard",
      scope: "caller",
      action: "admin.read",
      summary: "The install at a glance: what it holds, what it did, what waits.",
      answers: { 200: Dashboard },
    },
    async (ctx) => ok(await readDashboard(ctx)),
  ),
  endpoint(
    {
      method: "GET",
      path: "/api/v1/admin/settings",
      scope: "caller",
      action: "admin.read",
      summary: "What admins switch for the whole install.",
      answers: { 200: AdminSettings },
    },
    async (ctx) => ok(await readAdminSettings(ctx)),
  ),
  endpoint(
    {
      method: "PUT",
      path: "/api/v1/admin/settings",
      scope: "caller",
      action: "admin.edit",
      summary: "Change what admins switch for the whole install.",
      description:
        "Opens or closes registration, says how people sign in, makes opt-outs count for all clients, and sets for how many days nobody gets first emails of two clients. What is left out stays. Admins only; only a super admin can change whether admins and super admins need a second factor. A person of a role that needs one can only set one, until they have.",
      reauthentication: {
        when: "the rules of the sign-in change",
        applies: (_, body) => {
          const given = body as UpdateAdminSettingsBody;
          return given.required_factor_roles !== undefined || given.idle_minutes !== undefined;
        },
      },
      body: UpdateAdminSettingsBody,
      answers: { 200: AdminSettings },
    },
    async (ctx, { body }) => ok(await updateAdminSettings(ctx, body)),
  ),
  endpoint(
    {
      method: "POST",
      path: "/api/v1/admin/impersonate/:uid",
      scope: "caller",
      action: "admin.impersonate",
      reauthentication: true,
      summary:
        "Act as another user for an hour; POST /auth/stop-impersonation goes back. Sets the cookie auth_token.",
      params: ImpersonateParams,
      answers: { 200: ImpersonationAnswer },
    },
    async (ctx, { params }) => {
      const { user, actor, token, expiresAt } = await startImpersonation(ctx, params.uid);
      const impersonator = { id: actor.userId, name: actor.name };
      return ok(
        { user: presentInstallUser(user), impersonator, expires_at: iso(expiresAt) },
        { "Set-Cookie": authCookie(token, ctx.settings.BASE_URL, IMPERSONATION_MINUTES * 60) },
      );
    },
  ),
];
