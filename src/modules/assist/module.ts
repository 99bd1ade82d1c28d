import type { Module } from "#platform/module.ts";
import { aiRoutes } from "./ai/routes.ts";
import { mcpRoutes } from "./mcp/routes.ts";

/** What the app needs of it. */
export const assist: Module = {
  name: "assist",
  routes: (all) => [...aiRoutes, ...mcpRoutes(all)],
  sweeps: [],
};
