import { campaignChecks } from "#modules/campaigns/hooks.ts";
import { mailboxDeleted } from "#modules/mailboxes/hooks.ts";
import { sweepLapsed } from "#modules/delivery/engine/recover.ts";
import { deliveryKinds } from "#modules/delivery/hooks.ts";
import { answer } from "#platform/ctx/hooks.ts";
import { type Module, sweep } from "#platform/module.ts";
import { checkRoutes } from "./checks/routes.ts";
import { warnOfRules } from "./checks/check-campaign.ts";
import { claimDuePlacements } from "./mails/claim-placements.ts";
import { placementKind } from "./mails/kind.ts";
import { lookAtDueSeeds } from "./mails/look-at-seeds.ts";
import { stepSearches } from "./searches/step-searches.ts";
import { seedRoutes } from "./seeds/routes.ts";
import { forgetSeed } from "./seeds/set-seed.ts";
import { forgetOldTests } from "./tests/cancel-test.ts";
import { placementRoutes } from "./tests/routes.ts";

/** What the app needs of it. */
export const placement: Module = {
  name: "placement",
  routes: [...seedRoutes, ...placementRoutes, ...checkRoutes],
  sweeps: [
    sweep("placement.lapsed", (deps) => sweepLapsed(deps, placementKind)),
    sweep("placement.search", stepSearches),
    sweep("placement.due", claimDuePlacements),
    sweep("placement.look", lookAtDueSeeds),
    sweep("placement.old", forgetOldTests),
  ],
  answers: [
    answer(deliveryKinds, () => [placementKind]),
    answer(mailboxDeleted, forgetSeed),
    answer(campaignChecks, warnOfRules),
  ],
};
