import { installSweep, type Module, sweep } from "#platform/module.ts";
import { continueErasures } from "./addresses/erase-address.ts";
import { addressRoutes } from "./addresses/routes.ts";
import { arrivalRoutes } from "./arrivals/routes.ts";
import { clientAccessRoutes } from "./client-access/routes.ts";
import { clientRoutes } from "./clients/client-routes.ts";
import { purgeClients } from "./clients/purge-clients.ts";
import { stopCampaigns } from "./clients/stop-campaigns.ts";
import { costRoutes } from "./costs/routes.ts";
import { replayLetters } from "./dead-letters/replay-letters.ts";
import { deadLetterRoutes } from "./dead-letters/routes.ts";
import { domainRoutes } from "./domains/routes.ts";
import { peopleRoutes } from "./employees/people-routes.ts";
import { correctTimes } from "./health/clock-back.ts";
import { noteTick } from "./health/check-health.ts";
import { keepChangedFigures } from "./figures/keep-figures.ts";
import { keepNewRanks } from "./figures/keep-ranks.ts";
import { overviewRoutes } from "./figures/routes.ts";
import { healthRoutes } from "./health/routes.ts";
import { metricsRoutes } from "./metrics/routes.ts";
import { adminRoutes } from "./overview/routes.ts";
import { pulseRoutes } from "./pulse/routes.ts";
import { quotaRoutes } from "./quotas/routes.ts";
import { reportRoutes } from "./report/routes.ts";
import { forgetOld } from "./retention/forget-old.ts";
import { lookAtDisk } from "./system/look-at-disk.ts";
import { lookForRelease } from "./system/look-for-release.ts";
import { systemRoutes } from "./system/routes.ts";

/** What the app needs of it. */
export const operations: Module = {
  name: "operations",
  routes: [
    ...healthRoutes,
    ...metricsRoutes,
    ...adminRoutes,
    ...overviewRoutes,
    ...costRoutes,
    ...peopleRoutes,
    ...clientRoutes,
    ...clientAccessRoutes,
    ...pulseRoutes,
    ...quotaRoutes,
    ...addressRoutes,
    ...domainRoutes,
    ...arrivalRoutes,
    ...systemRoutes,
    ...deadLetterRoutes,
    ...reportRoutes,
  ],
  sweeps: [
    { name: "clock.back", of: "clock", run: correctTimes },
    { name: "health", of: "clock", run: noteTick },
    installSweep("releases.look", lookForRelease),
    installSweep("disk.look", lookAtDisk),
    sweep("rows.old", forgetOld),
    sweep("figures", keepChangedFigures),
    installSweep("figures.ranks", keepNewRanks),
    sweep("clients.stop", stopCampaigns),
    installSweep("clients.purge", purgeClients),
    installSweep("erasures.open", continueErasures),
    installSweep("dead_letters.replay", replayLetters),
  ],
};
