import { inWorkspace, type Deps } from "#platform/ctx/ctx.ts";
import { done, type Job, type Outcome } from "#platform/ctx/job.ts";
import { unreachable } from "#platform/rules/never.ts";
import { mailReset } from "#modules/accounts/passwords/mail-reset.ts";
import { syncMailbox } from "#modules/inbox/sync/sync-mailbox.ts";
import { checkDomain } from "#modules/mailboxes/sending-domains/check-domain.ts";
import { checkMailbox } from "#modules/mailboxes/connections/check-mailbox.ts";
import { deliverNotices } from "#modules/events/notices/deliver-notices.ts";
import { transmitMails } from "#modules/inbox/replies/transmit-mails.ts";
import { transmit } from "#modules/campaigns/transmit/transmit.ts";
import { transmitResends } from "#modules/campaigns/resends/transmit-resends.ts";
import { workCall } from "#modules/inbox/provider-webhooks/work-call.ts";
import { checkHostJob } from "#modules/links/tracking-domains/check-host.ts";
import { judgeHits } from "#modules/tracking/hits/judge-hits.ts";
import { recordHits } from "#modules/tracking/hits/record-hits.ts";
import { retryLeads } from "#modules/leads/validation-jobs/retry-leads.ts";
import { runSlice } from "#modules/leads/validation-jobs/run-slice.ts";
import { tendMailbox } from "#modules/warmup/mailbox-care/tend-mailbox.ts";
import { transmitWarmups } from "#modules/warmup/mails/transmit-warmups.ts";
import { deliverWebhook } from "#modules/events/webhook-deliveries/deliver-webhook.ts";

/** Sends each wake-up to its verb. */
export async function run(job: Job, deps: Deps): Promise<Outcome> {
  switch (job.type) {
    case "sends.transmit.v1":
      return transmit(inWorkspace(deps, job.workspaceId), job);
    case "sends.again.v1":
      return transmitResends(inWorkspace(deps, job.workspaceId), job);
    case "outbox.transmit.v1":
      await transmitMails(inWorkspace(deps, job.workspaceId), job);
      return done;
    case "warmup.transmit.v1":
      await transmitWarmups(inWorkspace(deps, job.workspaceId), job);
      return done;
    case "warmup.tend.v1":
      await tendMailbox(deps, job);
      return done;
    case "webhook.deliver.v1":
      return deliverWebhook(inWorkspace(deps, job.workspaceId), job.deliveryId);
    case "mailbox.check.v1":
      return checkMailbox(inWorkspace(deps, job.workspaceId), job.mailboxId);
    case "hits.record.v1":
      await recordHits(deps, [job]);
      return done;
    case "hits.judge.v1":
      await judgeHits(deps, job.workspaceId);
      return done;
    case "provider.call.v1":
      return workCall(deps, job.callId);
    case "mailbox.sync.v1":
      return syncMailbox(inWorkspace(deps, job.workspaceId), job.mailboxId);
    case "tracking_host.check.v1":
      return checkHostJob(inWorkspace(deps, job.workspaceId));
    case "domain.check.v1":
      return checkDomain(deps, job.domain);
    case "notices.deliver.v1":
      return deliverNotices(inWorkspace(deps, job.workspaceId));
    case "password_reset.mail.v1":
      return mailReset(deps, job.userId);
    case "validation.slice.v1":
      return runSlice(deps, job);
    case "validation.retry.v1":
      return retryLeads(deps, job.workspaceId);
    default:
      return unreachable(job);
  }
}
