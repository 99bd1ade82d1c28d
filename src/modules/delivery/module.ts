import type { Module } from "#platform/module.ts";
import { transmissionRoutes } from "./engine/routes.ts";
import { sendJournalRoutes } from "./journal/routes.ts";

/** What the app needs of it. */
export const delivery: Module = {
  name: "delivery",
  routes: [...transmissionRoutes, ...sendJournalRoutes],
  sweeps: [],
};
