import type { MiddlewareHandler } from "hono";
import { AppError } from "#platform/rules/errors.ts";
import type { AppEnv } from "./answer.ts";
import type { Endpoint } from "./endpoint.ts";

/**
 * What a workspace's own host serves beside the routes of that very workspace: the sign-in and the
 * own account of its people, templates for those who may use them, its report, and how it looks.
 * Everything else is the install's, and new routes are, until they are named here.
 */
export const ON_OWN_HOSTS: ReadonlySet<string> = new Set([
  "POST /api/v1/auth/login",
  "POST /api/v1/auth/login/factor",
  "POST /api/v1/auth/login/factor/options",
  "GET /api/v1/auth/sso",
  "GET /api/v1/auth/sso/start",
  "GET /api/v1/auth/sso/callback",
  "GET /api/v1/auth/sso/link",
  "POST /api/v1/auth/sso/link",
  "DELETE /api/v1/auth/sso/link",
  "POST /api/v1/auth/login/passkey",
  "POST /api/v1/auth/login/passkey/options",
  "POST /api/v1/auth/forgot",
  "POST /api/v1/auth/reset",
  "POST /api/v1/auth/invitation",
  "POST /api/v1/auth/invitation/accept",
  "POST /api/v1/auth/email-change/confirm",
  "POST /api/v1/auth/email-change/undo",
  "GET /api/v1/auth/email-change",
  "DELETE /api/v1/auth/email-change",
  "GET /api/v1/auth/me",
  "PUT /api/v1/auth/me",
  "POST /api/v1/auth/logout",
  "POST /api/v1/auth/password",
  "POST /api/v1/auth/reauthenticate",
  "POST /api/v1/auth/reauthenticate/options",
  "GET /api/v1/auth/sessions",
  "DELETE /api/v1/auth/sessions",
  "DELETE /api/v1/auth/sessions/:session",
  "GET /api/v1/auth/push",
  "PUT /api/v1/auth/push/browsers",
  "PUT /api/v1/auth/push/browsers/:id",
  "DELETE /api/v1/auth/push/browsers/:id",
  "POST /api/v1/auth/push/browsers/:id/test",
  "GET /api/v1/auth/factors",
  "POST /api/v1/auth/factors/totp",
  "POST /api/v1/auth/factors/totp/confirm",
  "DELETE /api/v1/auth/factors/totp/:id",
  "POST /api/v1/auth/factors/recovery-codes",
  "POST /api/v1/auth/factors/passkeys",
  "POST /api/v1/auth/factors/passkeys/options",
  "PUT /api/v1/auth/factors/passkeys/:id",
  "DELETE /api/v1/auth/factors/passkeys/:id",
  "GET /api/v1/workspaces",
  "GET /api/v1/templates",
  "GET /api/v1/templates/:id",
  "GET /api/v1/setup/status",
  "GET /api/v1/setup/branding",
  "GET /api/v1/branding/logo/:hash",
  "GET /api/v1/branding/icon",
  "GET /api/v1/report/:slug/stats",
  "GET /api/v1/report/:slug/campaigns",
  "GET /api/v1/report/:slug/timeline",
  "GET /api/v1/oauth/callback/:provider",
  "POST /api/v1/mcp",
  "GET /health",
]);

/** Whether a workspace's own host serves a route; of those below a workspace, its own. */
export const isOnOwnHosts = ({ method, path, scope }: Endpoint): boolean =>
  scope === "workspace" || ON_OWN_HOSTS.has(`${method} ${path}`);

/** Answers as for a path that is not there. */
export const refuseOnOwnHosts: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.get("ownHost")) throw new AppError("not_found", "Not found.");
  await next();
};
