import { connectors } from "#modules/events/hooks.ts";
import { answer } from "#platform/ctx/hooks.ts";
import { type Module, sweep } from "#platform/module.ts";
import { aiConnector } from "./ai/connect-ai.ts";
import { aiRoutes } from "./ai/routes.ts";
import { mcpRoutes } from "./mcp/routes.ts";
import { wakeUnknownReplies } from "./replies/read-reply.ts";

/** What the app needs of it. */
export const assist: Module = {
  name: "assist",
  routes: (all) => [...aiRoutes, ...mcpRoutes(all)],
  sweeps: [sweep("replies.unknown", wakeUnknownReplies)],
  answers: [answer(connectors, () => aiConnector)],
};
