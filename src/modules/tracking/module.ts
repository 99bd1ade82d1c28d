import { leadsErased } from "#modules/leads/hooks.ts";
import { answer } from "#platform/ctx/hooks.ts";
import { type Module, sweep } from "#platform/module.ts";
import { arrivedRoutes } from "./arrived/routes.ts";
import { blankHits } from "./hits/store.ts";
import { forgetHits } from "./hits/forget-hits.ts";
import { judgeHits } from "./hits/judge-hits.ts";
import { trackingRoutes } from "./hits/routes.ts";
import { unsubscribeRoutes } from "./unsubscribe/routes.ts";

/** What the app needs of it. */
export const tracking: Module = {
  name: "tracking",
  routes: arrivedRoutes,
  hotRoutes: [...trackingRoutes, ...unsubscribeRoutes],
  sweeps: [sweep("hits.judge", (deps) => judgeHits(deps)), sweep("hits.forget", forgetHits)],
  answers: [answer(leadsErased, blankHits)],
};
