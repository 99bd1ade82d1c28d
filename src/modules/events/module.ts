import { installSweep, type Module, sweep } from "#platform/module.ts";
import { eventRoutes } from "./events/routes.ts";
import { integrationRoutes } from "./integrations/routes.ts";
import { noticeRoutes } from "./notices/routes.ts";
import { forgetOldNotices, wakeNotices } from "./notices/sweep-notices.ts";
import { pushRoutes } from "./push/routes.ts";
import { forgetPush, wakeCauses, wakeMessages } from "./push/sweep-push.ts";
import { wakeDueDeliveries } from "./webhook-deliveries/wake-due-deliveries.ts";
import { webhookRoutes } from "./webhooks/routes.ts";

/** What the app needs of it. */
export const events: Module = {
  name: "events",
  routes: [...eventRoutes, ...webhookRoutes, ...integrationRoutes, ...noticeRoutes, ...pushRoutes],
  sweeps: [
    sweep("deliveries.due", wakeDueDeliveries),
    sweep("notices.due", wakeNotices),
    sweep("notices.old", forgetOldNotices),
    sweep("push.causes", wakeCauses),
    installSweep("push.due", wakeMessages),
    installSweep("push.old", forgetPush),
  ],
};
