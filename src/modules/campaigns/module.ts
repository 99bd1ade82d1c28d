import { mailboxDays, mailboxSamples } from "#modules/health/hooks.ts";
import { mailboxDeleted, mailboxTagsChanged, mailboxUses } from "#modules/mailboxes/hooks.ts";
import { worksForCampaign } from "#modules/warmup/hooks.ts";
import {
  campaignName,
  leadActivity,
  leadCampaigns,
  leadFilters,
  leadReplied,
  leadsDeleted,
  leadsEnrolled,
  leadsErased,
  leadsRenamed,
  leadStanding,
  leadUses,
  listsDeleted,
} from "#modules/leads/hooks.ts";
import { sweepLapsed } from "#modules/delivery/engine/recover.ts";
import { databaseSetBack, deliveryKinds, mailboxRefused } from "#modules/delivery/hooks.ts";
import { answer } from "#platform/ctx/hooks.ts";
import { installSweep, type Module, sweep } from "#platform/module.ts";
import { campaignRoutes } from "./campaigns/routes.ts";
import { claimDueSends } from "./claim/claim-due.ts";
import { enrolNew } from "./enrolments/prepare-enrolment.ts";
import { enrolRoutes } from "./enrolments/routes.ts";
import { wakePausedLeads } from "./enrolments/update-enrolment.ts";
import { actOnCauses } from "./follow-ups/act.ts";
import { findSilent } from "./follow-ups/find-silent.ts";
import { keepForecasts } from "./hindsight/keep-forecasts.ts";
import { hindsightRoutes } from "./hindsight/routes.ts";
import { ruleRoutes } from "./follow-ups/routes.ts";
import { openDueTasks } from "./tasks/open-due.ts";
import { taskRoutes } from "./tasks/routes.ts";
import { firstMailRoutes } from "./first-mail/routes.ts";
import { forgetFirstContacts } from "./first-contacts/first-contacts.ts";
import { campaignActivity, campaignNameOf } from "./leads/activity-store.ts";
import {
  blankSends,
  forgetList,
  leaveCampaigns,
  placesInSequences,
} from "./leads/deletion-store.ts";
import { campaignConditions } from "./leads/filter-store.ts";
import { lastReply, readdressSends, selectCampaignsOf } from "./leads/lead-store.ts";
import { standingOfLeads } from "./leads/standing.ts";
import { followTags, repairTaggedCampaigns } from "./mailboxes/by-tag.ts";
import { inActiveCampaign } from "./mailboxes/uses-store.ts";
import { leaveOfMailbox } from "./mailboxes/leave-campaigns.ts";
import { campaignsOfMailbox } from "./mailboxes/uses-of-mailbox.ts";
import { completeFinishedCampaigns } from "./protection/complete-campaign.ts";
import { claimDueResends } from "./resends/claim-resends.ts";
import { resendKind } from "./resends/kind.ts";
import { unclearRoutes } from "./resends/unclear-routes.ts";
import { pauseSetBack } from "./protection/pause-set-back.ts";
import { pauseBlockedCampaigns } from "./protection/protect-campaign.ts";
import { sendKind } from "./sends/kind.ts";
import { statsRoutes } from "./stats/routes.ts";
import { templateRoutes } from "./templates/routes.ts";
import { selectSamplesByDay, selectSamples } from "./stats/samples-store.ts";
import { transferRoutes } from "./transfers/routes.ts";
import { sentTexts } from "#modules/reputation/hooks.ts";
import { selectSentTexts } from "./steps/sent-texts-store.ts";
import { lookAtContests } from "./winners/look-at-contests.ts";
import { approvalRoutes } from "./approvals/routes.ts";
import { publishingRoutes } from "./publishing/routes.ts";
import { pacingRoutes } from "./pacing/routes.ts";
import { winnerRoutes } from "./winners/routes.ts";

/** What the app needs of it. */
export const campaigns: Module = {
  name: "campaigns",
  routes: [
    ...enrolRoutes,
    ...firstMailRoutes,
    ...transferRoutes,
    ...campaignRoutes,
    ...publishingRoutes,
    ...approvalRoutes,
    ...unclearRoutes,
    ...statsRoutes,
    ...hindsightRoutes,
    ...templateRoutes,
    ...winnerRoutes,
    ...pacingRoutes,
    ...ruleRoutes,
    ...taskRoutes,
  ],
  sweeps: [
    sweep("sends.lapsed", (deps) => sweepLapsed(deps, sendKind)),
    sweep("resends.lapsed", (deps) => sweepLapsed(deps, resendKind)),
    sweep("leads.paused", wakePausedLeads),
    sweep("campaigns.tags", repairTaggedCampaigns),
    sweep("rules.silent", findSilent),
    sweep("rules.due", actOnCauses),
    sweep("tasks.due", openDueTasks),
    sweep("resends.due", claimDueResends),
    sweep("sends.due", claimDueSends),
    sweep("campaigns.finished", completeFinishedCampaigns),
    sweep("variants.winner", lookAtContests),
    sweep("forecasts.kept", keepForecasts),
    installSweep("first_contacts.old", forgetFirstContacts),
  ],
  answers: [
    answer(deliveryKinds, () => [resendKind, sendKind]),
    answer(databaseSetBack, pauseSetBack),
    answer(mailboxRefused, pauseBlockedCampaigns),
    answer(sentTexts, ({ db, workspaceId }) => selectSentTexts(db, workspaceId)),
    answer(leadFilters, campaignConditions),
    answer(leadCampaigns, selectCampaignsOf),
    answer(leadStanding, standingOfLeads),
    answer(leadReplied, lastReply),
    answer(leadActivity, campaignActivity),
    answer(campaignName, campaignNameOf),
    answer(leadUses, placesInSequences),
    answer(leadsEnrolled, enrolNew),
    answer(leadsDeleted, leaveCampaigns),
    answer(leadsErased, blankSends),
    answer(leadsRenamed, readdressSends),
    answer(listsDeleted, forgetList),
    answer(mailboxDeleted, leaveOfMailbox),
    answer(mailboxUses, campaignsOfMailbox),
    answer(mailboxTagsChanged, followTags),
    answer(worksForCampaign, inActiveCampaign),
    answer(mailboxSamples, selectSamples),
    answer(mailboxDays, selectSamplesByDay),
  ],
};
