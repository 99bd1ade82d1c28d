import {
  mailboxDeleted,
  mailboxWarmups,
  mailboxWarmupsPaused,
  mailboxWarmupsStarted,
} from "#modules/mailboxes/hooks.ts";
import { answer } from "#platform/ctx/hooks.ts";
import { installSweep, type Module, sweep } from "#platform/module.ts";
import { maintainDueWarmups } from "./mailbox-care/maintain-warmup-mailbox.ts";
import { planDueWarmups } from "./mails/plan-due.ts";
import { claimDue } from "#modules/delivery/engine/claim.ts";
import { sweepLapsed } from "#modules/delivery/engine/recover.ts";
import { deliveryKinds } from "#modules/delivery/hooks.ts";
import { forgetOldWarmups } from "./mails/settled-warmups.ts";
import { warmupKind } from "./mails/kind.ts";
import { keepExchanges } from "./exchange/keep-exchanges.ts";
import { exchangeRoutes } from "./exchange/routes.ts";
import { keepPool } from "./pool/keep-pool.ts";
import { poolRoutes } from "./pool/routes.ts";
import { pauseWarmups, startWarmups } from "./warmups/many-store.ts";
import { endWarmup } from "./warmups/remove-warmup.ts";
import { warmupRoutes } from "./warmups/routes.ts";
import { warmupsOf } from "./warmups/warmups-of.ts";

/** What the app needs of it. */
export const warmup: Module = {
  name: "warmup",
  routes: [...poolRoutes, ...exchangeRoutes, ...warmupRoutes],
  sweeps: [
    installSweep("warmups.pool", keepPool),
    installSweep("warmups.exchange", keepExchanges),
    sweep("warmups.lapsed", (deps) => sweepLapsed(deps, warmupKind)),
    sweep("warmups.plan", planDueWarmups),
    sweep("warmups.due", (deps) => claimDue(deps, warmupKind)),
    sweep("warmups.tend", maintainDueWarmups),
    sweep("warmups.old", forgetOldWarmups),
  ],
  answers: [
    answer(deliveryKinds, () => [warmupKind]),
    answer(mailboxDeleted, endWarmup),
    answer(mailboxWarmups, warmupsOf),
    answer(mailboxWarmupsStarted, startWarmups),
    answer(mailboxWarmupsPaused, pauseWarmups),
  ],
};
