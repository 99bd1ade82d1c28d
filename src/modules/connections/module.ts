import { installSweep, type Module, sweep } from "#platform/module.ts";
import { clientRoutesOfOauth } from "./clients/routes.ts";
import { forgetExpiredFlows } from "./consent/start-consent.ts";
import { organisationAppRoutes } from "./clients/organisation-app-routes.ts";
import { consentRoutes } from "./consent/routes.ts";
import { organisationRoutes } from "./organisations/routes.ts";
import { workspaceOrganisationRoutes } from "./organisations/workspace-routes.ts";
import { keepGrantsAlive } from "./tokens/keep-alive.ts";
import { tokenRoutes } from "./tokens/routes.ts";

/** What the app needs of it. */
export const connections: Module = {
  name: "connections",
  routes: [
    ...clientRoutesOfOauth,
    ...organisationAppRoutes,
    ...organisationRoutes,
    ...workspaceOrganisationRoutes,
    ...consentRoutes,
    ...tokenRoutes,
  ],
  sweeps: [
    sweep("grants.idle", keepGrantsAlive),
    installSweep("consents.expired", forgetExpiredFlows),
  ],
};
