import { type Module, sweep } from "#platform/module.ts";
import { wakeHostChecks } from "./tracking-domains/check-host.ts";
import { trackingDomainRoutes } from "./tracking-domains/routes.ts";

/** What the app needs of it. */
export const links: Module = {
  name: "links",
  routes: [...trackingDomainRoutes],
  sweeps: [sweep("tracking_hosts.due", wakeHostChecks)],
};
