import { installSweep, type Module, sweep } from "#platform/module.ts";
import { apiKeyRoutes } from "./api-keys/routes.ts";
import { brandRoutes } from "./brands/routes.ts";
import { collectOwnAudit } from "./audit/collect-audit.ts";
import { forgetAudit, forgetOwnAudit } from "./audit/forget-audit.ts";
import { auditRoutes } from "./audit/routes.ts";
import { installKeyRoutes } from "./install-keys/routes.ts";
import { emailRoutes } from "./email/routes.ts";
import { tendEmailChanges } from "./email/mail-email-change.ts";
import { tendInvitations } from "./invitations/mail-invitation.ts";
import { invitationRoutes } from "./invitations/routes.ts";
import { factorRoutes } from "./factors/routes.ts";
import { forgetExpiredTickets } from "./factors/tickets.ts";
import { forgetExpiredResets } from "./passwords/reset-password.ts";
import { authRoutes } from "./people/routes.ts";
import { sessionRoutes } from "./sessions/routes.ts";
import { settingsRoutes } from "./settings/routes.ts";
import { setupRoutes } from "./setup/routes.ts";
import { forgetExpiredSessions } from "./sign-in/sessions.ts";
import { forgetOldSignInFailures } from "./sign-in/sign-in-brake.ts";
import { ssoAdminRoutes } from "./sso-admin/routes.ts";
import { ssoRoutes } from "./sso/routes.ts";
import { forgetExpiredSsoFlows } from "./sso/start-sso.ts";
import { copyChanged } from "./workspaces/copy-workspace.ts";
import { workspaceRoutes } from "./workspaces/routes.ts";

/** What the app needs of it. */
export const accounts: Module = {
  name: "accounts",
  routes: [
    ...authRoutes,
    ...factorRoutes,
    ...sessionRoutes,
    ...ssoRoutes,
    ...ssoAdminRoutes,
    ...emailRoutes,
    ...invitationRoutes,
    ...setupRoutes,
    ...brandRoutes,
    ...auditRoutes,
    ...workspaceRoutes,
    ...apiKeyRoutes,
    ...installKeyRoutes,
    ...settingsRoutes,
  ],
  sweeps: [
    installSweep("sign_in_failures.old", forgetOldSignInFailures),
    installSweep("sessions.old", forgetExpiredSessions),
    installSweep("password_resets.old", forgetExpiredResets),
    installSweep("invitations", tendInvitations),
    installSweep("email_changes", tendEmailChanges),
    installSweep("auth_tickets.old", forgetExpiredTickets),
    installSweep("sso_flows.old", forgetExpiredSsoFlows),
    installSweep("workspaces.copies", copyChanged),
    sweep("audit.collect", collectOwnAudit),
    installSweep("audit.old", forgetAudit),
    sweep("audit.own_old", forgetOwnAudit),
  ],
};
