import {
  leadActivity,
  leadsDeleted,
  leadsErased,
  leadUses,
  personErased,
} from "#modules/leads/hooks.ts";
import { mailboxUses } from "#modules/mailboxes/hooks.ts";
import { claimDue } from "#modules/delivery/engine/claim.ts";
import { sweepLapsed } from "#modules/delivery/engine/recover.ts";
import { deliveryKinds } from "#modules/delivery/hooks.ts";
import { answer } from "#platform/ctx/hooks.ts";
import { installSweep, type Module, sweep } from "#platform/module.ts";
import { mailActivity } from "./leads/store.ts";
import { blankConversations, cancelAnswers, conversationsOf } from "./leads/store.ts";
import { attachmentRoutes } from "./attachments/routes.ts";
import { clearReplyDrafts } from "./attachments/clear-drafts.ts";
import { enrolmentInterest, followUpThreads } from "#modules/campaigns/hooks.ts";
import { assignmentRulesChecked } from "#modules/accounts/hooks.ts";
import { connectors, dealFacts, pushTitles } from "#modules/events/hooks.ts";
import { calendarConnector } from "./bookings/connect-calendar.ts";
import { bookingRoutes } from "./bookings/routes.ts";
import { noticeConnector } from "./provider-keys/connect-provider.ts";
import { providerWebhookRoutes } from "./provider-webhooks/routes.ts";
import { blankCalls } from "./provider-webhooks/calls-store.ts";
import { wakeDueCalls } from "./provider-webhooks/work-call.ts";
import { replyFigureRoutes } from "./reply-figures/routes.ts";
import { replyKind } from "./replies/kind.ts";
import { countMailboxUses } from "./replies/mailbox-uses-store.ts";
import { inboundMailRoutes } from "./sync/routes.ts";
import { syncDueMailboxes } from "./sync/sync-due.ts";
import { keepWatching, tellWatched } from "./sync/watch-mailboxes.ts";
import { cleanMessageIndex } from "./search/clean-index.ts";
import { indexMessages } from "./search/index-messages.ts";
import { checkAssignmentRules } from "./assignment/assign-by-rule.ts";
import { dealFactsOf } from "./assignment/deal-facts.ts";
import { noteRoutes } from "./notes/routes.ts";
import { pushTitleOf } from "./pushes/push-title.ts";
import { presenceRoutes } from "./presence/routes.ts";
import { forgetPresence } from "./presence/set-presence.ts";
import { noticeOverdue } from "./waiting/notice-overdue.ts";
import { waitingRoutes } from "./waiting/routes.ts";
import { replyTemplateRoutes } from "./templates/routes.ts";
import { changeThreadsOf, interestOf } from "./threads/status-store.ts";
import { allThreadRoutes } from "./all-threads/routes.ts";
import { manyThreadRoutes } from "./many-threads/routes.ts";
import { threadRoutes } from "./threads/routes.ts";
import { tryRoutes } from "./try/routes.ts";
import { wakeSnoozed } from "./threads/update-thread.ts";

/** What the app needs of it. */
export const inbox: Module = {
  name: "inbox",
  routes: [
    ...manyThreadRoutes,
    ...threadRoutes,
    ...noteRoutes,
    ...presenceRoutes,
    ...waitingRoutes,
    ...replyFigureRoutes,
    ...attachmentRoutes,
    ...tryRoutes,
    ...allThreadRoutes,
    ...replyTemplateRoutes,
    ...providerWebhookRoutes,
    ...inboundMailRoutes,
    ...bookingRoutes,
  ],
  sweeps: [
    sweep("outbox.lapsed", (deps) => sweepLapsed(deps, replyKind)),
    sweep("outbox.due", (deps) => claimDue(deps, replyKind)),
    sweep("reply_drafts.due", clearReplyDrafts),
    sweep("threads.snoozed", wakeSnoozed),
    sweep("mailboxes.due", syncDueMailboxes),
    sweep("threads.overdue", noticeOverdue),
    sweep("threads.presence", forgetPresence),
    sweep("messages.index", indexMessages),
    sweep("messages.index_clean", cleanMessageIndex),
    sweep("mailboxes.watch_reported", tellWatched),
    installSweep("mailboxes.watched", keepWatching),
    installSweep("provider_calls.due", wakeDueCalls),
  ],
  answers: [
    answer(deliveryKinds, () => [replyKind]),
    answer(leadActivity, mailActivity),
    answer(leadUses, conversationsOf),
    answer(leadsDeleted, cancelAnswers),
    answer(leadsErased, blankConversations),
    answer(personErased, ({ install, workspaceId }, email) => [
      blankCalls(install, workspaceId, email),
    ]),
    answer(enrolmentInterest, interestOf),
    answer(followUpThreads, changeThreadsOf),
    answer(pushTitles, pushTitleOf),
    answer(dealFacts, dealFactsOf),
    answer(connectors, () => calendarConnector),
    answer(connectors, () => noticeConnector),
    answer(mailboxUses, countMailboxUses),
    answer(assignmentRulesChecked, checkAssignmentRules),
  ],
};
