import type { Deps } from "#core/ctx.ts";
import { purgeClients } from "#features/admin/purge-clients.ts";
import { forgetExpiredSessions } from "#features/auth/forget-sessions.ts";
import { forgetExpiredResets } from "#features/auth/reset-password.ts";
import { forgetOldSignInFailures } from "#features/auth/sign-in-brake.ts";
import { replayLetters } from "#features/dead-letters/replay-letters.ts";
import { noteTick } from "#features/health/check-health.ts";
import { forgetOldAnswers } from "#features/idempotency/once.ts";
import { forgetOldWindows } from "#features/limits/take.ts";
import { failLapsedImports } from "#features/leads/fail-lapsed-imports.ts";
import { syncDueMailboxes } from "#features/inbound-mail/sync-due.ts";
import { keepWatching } from "#features/inbound-mail/watch-mailboxes.ts";
import { judgeHeldMailboxes } from "#features/mailbox-health/judge-mailbox.ts";
import { wakeDomainChecks } from "#features/mail-domains/check-domain.ts";
import { forgetOldNotices, wakeNotices } from "#features/notices/sweep-notices.ts";
import { recheckMailboxes } from "#features/mailboxes/recheck-mailboxes.ts";
import { sendDueMails, sweepLapsedMails } from "#features/outbox/sweep-outbox.ts";
import { forgetOld } from "#features/retention/forget-old.ts";
import { cleanSearch } from "#features/leads/clean-search.ts";
import { lookAtDisk } from "#features/system/look-at-disk.ts";
import { lookForRelease } from "#features/system/look-for-release.ts";
import { wakeDueCalls } from "#features/provider-webhooks/work-call.ts";
import { crownWinners } from "#features/campaigns/crown-winners.ts";
import { claimDueSends } from "#features/sending/claim-due.ts";
import { claimDueResends } from "#features/sending/claim-resends.ts";
import { mendTimes } from "#features/sending/clock-back.ts";
import { completeFinishedCampaigns } from "#features/sending/complete-campaign.ts";
import { sweepLapsedSends } from "#features/sending/sweep-lapsed.ts";
import { sweepLapsedResends } from "#features/sending/sweep-resends.ts";
import { wakePausedLeads } from "#features/sending/wake-paused.ts";
import { wakeHostChecks } from "#features/tracking-domains/check-host.ts";
import { forgetHits } from "#features/tracking/forget-hits.ts";
import { judgeHits } from "#features/tracking/judge-hits.ts";
import { forgetOldRoutes } from "#features/validation/forget-routes.ts";
import { rekeySuppressions } from "#features/suppressions/rekey-suppressions.ts";
import { wakeSnoozed } from "#features/threads/wake-snoozed.ts";
import { wakeDueRetries } from "#features/validation/retry-leads.ts";
import { wakeOverdueValidations } from "#features/validation/wake-validations.ts";
import { planDueWarmups } from "#features/warmup/plan-due.ts";
import { forgetOldWarmups, sendDueWarmups, sweepLapsedWarmups } from "#features/warmup/send-due.ts";
import { tendDueWarmups } from "#features/warmup/tend-mailbox.ts";
import { wakeDueDeliveries } from "#features/webhooks/wake-due-deliveries.ts";
import { describe } from "#core/log.ts";
import { traced } from "#core/traced.ts";

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
