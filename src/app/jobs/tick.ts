import type { Deps } from "#platform/ctx/ctx.ts";
import { purgeClients } from "#modules/operations/clients/purge-clients.ts";
import { forgetExpiredSessions } from "#modules/accounts/sign-in/forget-sessions.ts";
import { forgetExpiredResets } from "#modules/accounts/passwords/reset-password.ts";
import { forgetOldSignInFailures } from "#modules/accounts/sign-in/sign-in-brake.ts";
import { replayLetters } from "#modules/operations/dead-letters/replay-letters.ts";
import { noteTick } from "#modules/operations/health/check-health.ts";
import { forgetOldAnswers } from "#platform/idempotency/once.ts";
import { forgetOldWindows } from "#platform/limits/take.ts";
import { failLapsedImports } from "#modules/leads/imports/fail-lapsed-imports.ts";
import { syncDueMailboxes } from "#modules/inbox/sync/sync-due.ts";
import { keepWatching } from "#modules/inbox/sync/watch-mailboxes.ts";
import { judgeHeldMailboxes } from "#modules/health/mailbox-health/judge-mailbox.ts";
import { wakeDomainChecks } from "#modules/mailboxes/sending-domains/check-domain.ts";
import { forgetOldNotices, wakeNotices } from "#modules/events/notices/sweep-notices.ts";
import { recheckMailboxes } from "#modules/mailboxes/connections/recheck-mailboxes.ts";
import { sendDueMails, sweepLapsedMails } from "#modules/inbox/replies/sweep-outbox.ts";
import { forgetOld } from "#modules/operations/retention/forget-old.ts";
import { cleanSearch } from "#modules/leads/leads/clean-search.ts";
import { lookAtDisk } from "#modules/operations/system/look-at-disk.ts";
import { lookForRelease } from "#modules/operations/system/look-for-release.ts";
import { wakeDueCalls } from "#modules/inbox/provider-webhooks/work-call.ts";
import { crownWinners } from "#modules/campaigns/steps/crown-winners.ts";
import { claimDueSends } from "#modules/campaigns/claim/claim-due.ts";
import { claimDueResends } from "#modules/campaigns/resends/claim-resends.ts";
import { mendTimes } from "#modules/campaigns/protection/clock-back.ts";
import { completeFinishedCampaigns } from "#modules/campaigns/protection/complete-campaign.ts";
import { sweepLapsedSends } from "#modules/campaigns/settle/sweep-lapsed.ts";
import { sweepLapsedResends } from "#modules/campaigns/resends/sweep-resends.ts";
import { wakePausedLeads } from "#modules/campaigns/enrolments/wake-paused.ts";
import { wakeHostChecks } from "#modules/links/tracking-domains/check-host.ts";
import { forgetHits } from "#modules/tracking/hits/forget-hits.ts";
import { judgeHits } from "#modules/tracking/hits/judge-hits.ts";
import { forgetOldRoutes } from "#modules/leads/validation/forget-dns.ts";
import { rekeySuppressions } from "#modules/leads/hashes/rekey-suppressions.ts";
import { wakeSnoozed } from "#modules/inbox/threads/wake-snoozed.ts";
import { wakeDueRetries } from "#modules/leads/validation-jobs/retry-leads.ts";
import { wakeOverdueValidations } from "#modules/leads/validation-jobs/wake-validations.ts";
import { planDueWarmups } from "#modules/warmup/mails/plan-due.ts";
import {
  forgetOldWarmups,
  sendDueWarmups,
  sweepLapsedWarmups,
} from "#modules/warmup/mails/send-due.ts";
import { tendDueWarmups } from "#modules/warmup/mailbox-care/tend-mailbox.ts";
import { wakeDueDeliveries } from "#modules/events/webhook-deliveries/wake-due-deliveries.ts";
import { describe } from "#platform/ctx/log.ts";
import { traced } from "#platform/ctx/traced.ts";

/**
 * Looks for due work in the rows (reliability 4.7). Called by cron each minute and by the tick
 * every few seconds; any overlap is harmless, since every statement behind it is guarded.
 */
const SWEEPS: readonly (readonly [name: string, sweep: (deps: Deps) => Promise<unknown>])[] = [
  ["clock.back", mendTimes],
  ["health", noteTick],
  ["sends.lapsed", sweepLapsedSends],
  ["resends.lapsed", sweepLapsedResends],
  ["leads.paused", wakePausedLeads],
  ["resends.due", claimDueResends],
  ["sends.due", claimDueSends],
  ["outbox.lapsed", sweepLapsedMails],
  ["outbox.due", sendDueMails],
  ["threads.snoozed", wakeSnoozed],
  ["mailboxes.recheck", recheckMailboxes],
  ["mailboxes.due", syncDueMailboxes],
  ["mailboxes.watched", keepWatching],
  ["warmups.lapsed", sweepLapsedWarmups],
  ["warmups.plan", planDueWarmups],
  ["warmups.due", sendDueWarmups],
  ["warmups.tend", tendDueWarmups],
  ["campaigns.finished", completeFinishedCampaigns],
  ["variants.winner", crownWinners],
  ["hits.judge", (deps) => judgeHits(deps)],
  ["hits.forget", forgetHits],
  ["provider_calls.due", wakeDueCalls],
  ["deliveries.due", wakeDueDeliveries],
  ["mailboxes.held", judgeHeldMailboxes],
  ["tracking_hosts.due", wakeHostChecks],
  ["domains.due", wakeDomainChecks],
  ["releases.look", lookForRelease],
  ["disk.look", lookAtDisk],
  ["search.clean", cleanSearch],
  ["notices.due", wakeNotices],
  ["notices.old", forgetOldNotices],
  ["rows.old", forgetOld],
  ["imports.lapsed", failLapsedImports],
  ["validations.overdue", wakeOverdueValidations],
  ["validations.retries", wakeDueRetries],
  ["dns_routes.old", forgetOldRoutes],
  ["limits.old", forgetOldWindows],
  ["sign_in_failures.old", forgetOldSignInFailures],
  ["answers.old", forgetOldAnswers],
  ["sessions.old", forgetExpiredSessions],
  ["password_resets.old", forgetExpiredResets],
  ["warmups.old", forgetOldWarmups],
  ["suppressions.key", rekeySuppressions],
  ["clients.purge", purgeClients],
  ["dead_letters.replay", replayLetters],
];

/** Sweeps that look after the whole install, however many databases it has. */
const WHOLE_INSTALL: readonly string[] = ["clock.back", "health", "mailboxes.watched", "disk.look"];

/** Runs every sweep over every database; one that fails is logged and does not stop the others. */
export async function tick(deps: Deps): Promise<void> {
  await runSweeps(SWEEPS, deps);
  const others = SWEEPS.filter(([name]) => !WHOLE_INSTALL.includes(name));
  for (const db of deps.shards?.all() ?? []) await runSweeps(others, { ...deps, db });
}

/**
 * A tick of the host's own clock, under an id of its own: the jobs and calls of the companion that
 * it sets off carry that through the log, like those of a request.
 */
export function tickOfClock(deps: Deps): Promise<void> {
  return tick(traced(deps, `tick-${crypto.randomUUID()}`));
}

async function runSweeps(sweeps: typeof SWEEPS, deps: Deps): Promise<void> {
  for (const [name, sweep] of sweeps) {
    try {
      await sweep(deps);
    } catch (cause) {
      deps.log("tick.failed", { sweep: name, cause: describe(cause) }, "error");
    }
  }
}
