import { trackingHostShown } from "#modules/accounts/hooks.ts";
import { answer } from "#platform/ctx/hooks.ts";
import { installSweep, type Module } from "#platform/module.ts";
import { wakeOwnHostChecks } from "./own-hosts/check-own-host.ts";
import { ownHostRoutes } from "./own-hosts/routes.ts";
import { wakeHostChecks } from "./tracking-domains/check-host.ts";
import { showTrackingHost } from "./tracking-domains/show-host.ts";
import { trackingDomainRoutes } from "./tracking-domains/routes.ts";

/** What the app needs of it. */
export const links: Module = {
  name: "links",
  routes: [...trackingDomainRoutes, ...ownHostRoutes],
  sweeps: [
    installSweep("tracking_hosts.due", wakeHostChecks),
    installSweep("own_hosts.due", wakeOwnHostChecks),
  ],
  answers: [answer(trackingHostShown, showTrackingHost)],
};
