import { installSweep, type Module, sweep } from "#platform/module.ts";
import { clientRoutesOfOauth } from "./clients/routes.ts";
import { forgetExpiredFlows } from "./consent/start-consent.ts";
import { consentRoutes } from "./consent/routes.ts";
import { keepGrantsAlive } from "./tokens/keep-alive.ts";
import { tokenRoutes } from "./tokens/routes.ts";

/** What the app needs of it. */
export const connections: Module = {
  name: "connections",
  routes: [...clientRoutesOfOauth, ...consentRoutes, ...tokenRoutes],
  sweeps: [
    sweep("grants.idle", keepGrantsAlive),
    installSweep("consents.expired", forgetExpiredFlows),
  ],
};
