import { mailboxDeleted, mailboxWarmups } from "#modules/mailboxes/hooks.ts";
import { answer } from "#platform/ctx/hooks.ts";
import { type Module, sweep } from "#platform/module.ts";
import { tendDueWarmups } from "./mailbox-care/tend-mailbox.ts";
import { planDueWarmups } from "./mails/plan-due.ts";
import { forgetOldWarmups, sendDueWarmups, sweepLapsedWarmups } from "./mails/send-due.ts";
import { endWarmup } from "./warmups/end-warmup.ts";
import { warmupRoutes } from "./warmups/routes.ts";
import { warmupsOf } from "./warmups/warmups-of.ts";

/** What the app needs of it. */
export const warmup: Module = {
  name: "warmup",
  routes: [...warmupRoutes],
  sweeps: [
    sweep("warmups.lapsed", sweepLapsedWarmups),
    sweep("warmups.plan", planDueWarmups),
    sweep("warmups.due", sendDueWarmups),
    sweep("warmups.tend", tendDueWarmups),
    sweep("warmups.old", forgetOldWarmups),
  ],
  answers: [answer(mailboxDeleted, endWarmup), answer(mailboxWarmups, warmupsOf)],
};
