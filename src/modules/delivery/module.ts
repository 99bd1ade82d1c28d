import { type Module, sweep } from "#platform/module.ts";
import { sweepDrafts } from "./drafts/sweep-drafts.ts";
import { transmissionRoutes } from "./engine/routes.ts";
import { sendJournalRoutes } from "./journal/routes.ts";

/** What the app needs of it. */
export const delivery: Module = {
  name: "delivery",
  routes: [...transmissionRoutes, ...sendJournalRoutes],
  sweeps: [sweep("drafts.due", sweepDrafts)],
};
