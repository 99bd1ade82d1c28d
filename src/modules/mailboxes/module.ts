import { grantedMailbox, grantLost, mailboxGranted } from "#modules/connections/hooks.ts";
import { answer } from "#platform/ctx/hooks.ts";
import { installSweep, type Module, sweep } from "#platform/module.ts";
import { connectGranted, findGranted, stopUngranted } from "./connections/grants.ts";
import { recheckMailboxes } from "./connections/recheck-mailboxes.ts";
import { manyMailboxRoutes } from "./bulk/routes.ts";
import { forgetOldImports } from "./imports/forget-imports.ts";
import { mailboxImportRoutes } from "./imports/routes.ts";
import { wakeOverdueImports } from "./imports/run-import.ts";
import { mailboxRoutes } from "./mailboxes/routes.ts";
import { wakeDomainChecks } from "./sending-domains/check-domain.ts";
import { mailboxSummaryRoutes } from "./summary/routes.ts";
import { mailDomainRoutes } from "./sending-domains/routes.ts";

/** What the app needs of it. */
export const mailboxes: Module = {
  name: "mailboxes",
  routes: [
    ...mailboxImportRoutes,
    ...manyMailboxRoutes,
    ...mailboxSummaryRoutes,
    ...mailboxRoutes,
    ...mailDomainRoutes,
  ],
  sweeps: [
    sweep("mailboxes.recheck", recheckMailboxes),
    sweep("mailboxes.imports", wakeOverdueImports),
    sweep("mailboxes.imports_old", forgetOldImports),
    installSweep("domains.due", wakeDomainChecks),
  ],
  answers: [
    answer(grantedMailbox, findGranted),
    answer(mailboxGranted, connectGranted),
    answer(grantLost, stopUngranted),
  ],
};
