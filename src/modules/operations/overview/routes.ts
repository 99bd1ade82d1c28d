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

const ACTIVITY = { sent: 640, replied: 21, positive_replies: 7, bounced: 5 };

export const adminRoutes = [
  endpoint(
    {
      method: "GET",
      path: "/api/v1/admin/dashboard",
      scope: "caller",
      action: "admin.read",
      summary: "The install at a glance: what it holds, what it did, what waits.",
      description:
        "For admins, super admins and keys of the installation. Figures are of all workspaces that were not deleted; days are those of UTC.",
      example: {
        answer: {
          workspaces: 12,
          clients: 8,
          users: { total: 21, super_admin: 1, admin: 2, employee: 6, client: 12 },
          campaigns: { total: 30, draft: 6, active: 14, paused: 2, completed: 8 },
          mailboxes: {
            total: 48,
            active: 46,
            paused: 1,
            connection_error: 1,
            sending_error: 0,
            reconnect_required: 0,
            disabled: 0,
          },
          leads: 41_200,
          today: ACTIVITY,
          last_30_days: { ...ACTIVITY, by_day: [{ ...ACTIVITY, date: "2026-12-01" }] },
          queues: {
            due_sends: 120,
            unknown_sends: 0,
            pending_deliveries: 3,
            disabled_webhooks: 0,
          },
          last_tick_at: "2026-12-01T09:30:00.000Z",
        },
      },
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
      description: "For admins, and keys of the installation. Changes nothing.",
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
        "Opens or closes registration, says how people sign in, makes opt-outs count for all clients, sets for how many days nobody gets first emails of two clients, and the prices of GET /admin/costs. What is left out stays. Admins only; only a super admin can change whether admins and super admins need a second factor. A person of a role that needs one can only set one, until they have.",
      reauthentication: {
        when: "the rules of the sign-in change",
        applies: (_, body) => {
          const given = body as UpdateAdminSettingsBody;
          return given.required_factor_roles !== undefined || given.idle_minutes !== undefined;
        },
      },
      body: UpdateAdminSettingsBody,
      example: { body: { registration: "closed", first_contact_days: 30 } },
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
      description:
        "For admins, never with a key, and for people whose role they may act as. The own session waits meanwhile. Who did what is written to the audit log with both names.",
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
