import { type Module, sweep } from "#platform/module.ts";
import { apiKeyRoutes } from "./api-keys/routes.ts";
import { auditRoutes } from "./audit/routes.ts";
import { forgetExpiredResets } from "./passwords/reset-password.ts";
import { authRoutes } from "./people/routes.ts";
import { settingsRoutes } from "./settings/routes.ts";
import { setupRoutes } from "./setup/routes.ts";
import { forgetExpiredSessions } from "./sign-in/sessions.ts";
import { forgetOldSignInFailures } from "./sign-in/sign-in-brake.ts";
import { workspaceRoutes } from "./workspaces/routes.ts";

/** What the app needs of it. */
export const accounts: Module = {
  name: "accounts",
  routes: [
    ...authRoutes,
    ...setupRoutes,
    ...auditRoutes,
    ...workspaceRoutes,
    ...apiKeyRoutes,
    ...settingsRoutes,
  ],
  sweeps: [
    sweep("sign_in_failures.old", forgetOldSignInFailures),
    sweep("sessions.old", forgetExpiredSessions),
    sweep("password_resets.old", forgetExpiredResets),
  ],
};
