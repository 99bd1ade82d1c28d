import { type Module, sweep } from "#platform/module.ts";
import { wakeListChecks } from "./blocklists/check-listings.ts";
import { blocklistRoutes } from "./blocklists/routes.ts";
import { installListRoutes } from "./lists/routes.ts";
import { wakeReportLooks } from "./reports/look-through-reports.ts";
import { domainReportRoutes } from "./reports/routes.ts";

/** What the app needs of it. */
export const reputation: Module = {
  name: "reputation",
  routes: [...blocklistRoutes, ...installListRoutes, ...domainReportRoutes],
  sweeps: [
    // Each finds workspaces that are due, and leaves asking and reading to a job.
    sweep("blocklists.due", wakeListChecks),
    sweep("reports.due", wakeReportLooks),
  ],
};
