import { leadsCounted } from "#modules/accounts/hooks.ts";
import { answer } from "#platform/ctx/hooks.ts";
import { installSweep, type Module, sweep } from "#platform/module.ts";
import { additionRoutes } from "./additions/routes.ts";
import { bulkRoutes } from "./bulk/routes.ts";
import { wakeOverdueBulk } from "./bulk/run-bulk.ts";
import { collectOptOuts } from "./install-suppressions/collect-opt-outs.ts";
import { copyInstallSuppressions } from "./install-suppressions/copy-list.ts";
import { installSuppressionRoutes } from "./install-suppressions/routes.ts";
import { rekeySuppressions } from "./hashes/rekey-suppressions.ts";
import { importLinkRoutes } from "./import-links/routes.ts";
import { wakeDueLinks } from "./import-links/run-link.ts";
import { failLapsedImports } from "./imports/upload-leads.ts";
import { importRoutes } from "./imports/import-routes.ts";
import { cleanSearch } from "./leads/clean-search.ts";
import { leadsOf } from "./leads/lead-sql.ts";
import { leadRoutes } from "./leads/routes.ts";
import { listRoutes } from "./lists/routes.ts";
import { segmentRoutes } from "./segments/routes.ts";
import { suppressionRoutes } from "./suppressions/routes.ts";
import { tagRoutes } from "./tags/routes.ts";
import { wakeDueRetries } from "./validation-jobs/retry-leads.ts";
import { wakeOverdueValidations } from "./validation-jobs/wake-validations.ts";
import { forgetOldRoutes } from "./validation/look-ahead.ts";
import { validationRoutes } from "./validation/routes.ts";
import { forgetValidations } from "./validations/end-validation.ts";
import { addressValidationRoutes } from "./validations/routes.ts";

/** What the app needs of it. */
export const leads: Module = {
  name: "leads",
  routes: [
    ...importRoutes,
    ...importLinkRoutes,
    ...validationRoutes,
    ...addressValidationRoutes,
    ...bulkRoutes,
    ...leadRoutes,
    ...additionRoutes,
    ...listRoutes,
    ...tagRoutes,
    ...segmentRoutes,
    ...suppressionRoutes,
    ...installSuppressionRoutes,
  ],
  sweeps: [
    sweep("search.clean", cleanSearch),
    sweep("imports.lapsed", failLapsedImports),
    sweep("import_links.due", wakeDueLinks),
    sweep("validations.overdue", wakeOverdueValidations),
    sweep("leads.bulk", wakeOverdueBulk),
    sweep("validations.retries", wakeDueRetries),
    sweep("validations.old", forgetValidations),
    installSweep("dns_routes.old", forgetOldRoutes),
    sweep("suppressions.key", rekeySuppressions),
    sweep("suppressions.opt_outs", collectOptOuts),
    sweep("suppressions.copy", copyInstallSuppressions),
  ],
  answers: [answer(leadsCounted, leadsOf)],
};
