import { type Module, sweep } from "#platform/module.ts";
import { judgeThrottledMailboxes } from "./mailbox-health/judge-mailbox.ts";
import { mailboxHealthRoutes } from "./mailbox-health/routes.ts";

/** What the app needs of it. */
export const health: Module = {
  name: "health",
  routes: [...mailboxHealthRoutes],
  sweeps: [sweep("mailboxes.held", judgeThrottledMailboxes)],
};
