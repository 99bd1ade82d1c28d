import { inWorkspace, type Deps } from "#platform/ctx/ctx.ts";
import { done, type Job, type Outcome } from "#platform/ctx/job.ts";
import type { TicketKind } from "#platform/rules/mail/ticket.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { unreachable } from "#platform/rules/errors.ts";
import { mailAccountNotice } from "#modules/accounts/factors/notices.ts";
import { mailInvitation } from "#modules/accounts/invitations/mail-invitation.ts";
import { mailEmailChange } from "#modules/accounts/email/mail-email-change.ts";
import { mailReset } from "#modules/accounts/passwords/mail-reset.ts";
import { syncMailbox } from "#modules/inbox/sync/sync-mailbox.ts";
import { checkDomain } from "#modules/mailboxes/sending-domains/check-domain.ts";
import { runImport } from "#modules/mailboxes/imports/run-import.ts";
import { checkMailbox } from "#modules/mailboxes/connections/check-mailbox.ts";
import { deliverNotices } from "#modules/events/notices/deliver-notices.ts";
import { deliverPush } from "#modules/events/push/deliver-push.ts";
import { spreadCauses } from "#modules/events/push/spread-causes.ts";
import { claimDue } from "#modules/delivery/engine/claim.ts";
import { kindNamed } from "#modules/delivery/engine/kinds.ts";
import { transmit } from "#modules/delivery/engine/transmit.ts";
import { lookAtSeed } from "#modules/placement/mails/look-at-seeds.ts";
import { workCall } from "#modules/inbox/provider-webhooks/work-call.ts";
import { checkOwnHostJob } from "#modules/links/own-hosts/check-own-host.ts";
import { checkHostJob } from "#modules/links/tracking-domains/check-host.ts";
import { readReplyByAi } from "#modules/assist/replies/read-reply.ts";
import { judgeHits } from "#modules/tracking/hits/judge-hits.ts";
import { recordHits } from "#modules/tracking/hits/record-hits.ts";
import { checkListings } from "#modules/reputation/blocklists/check-listings.ts";
import { lookThroughReports } from "#modules/reputation/reports/look-through-reports.ts";
import { runLink } from "#modules/leads/import-links/run-link.ts";
import { runBulk } from "#modules/leads/bulk/run-bulk.ts";
import { workMove } from "#modules/moving/running/work-move.ts";
import { retryLeads } from "#modules/leads/validation-jobs/retry-leads.ts";
import { runSlice } from "#modules/leads/validation-jobs/run-slice.ts";
import { maintainWarmupMailbox } from "#modules/warmup/mailbox-care/maintain-warmup-mailbox.ts";
import { deliverWebhook } from "#modules/events/webhook-deliveries/deliver-webhook.ts";

/** Hands the mails of a lease over. */
async function transmitted(
  deps: Deps,
  kind: TicketKind,
  { workspaceId, lease }: { readonly workspaceId: WorkspaceId; readonly lease: string },
  ids: readonly number[],
): Promise<Outcome> {
  await transmit(inWorkspace(deps, workspaceId), kindNamed(deps, kind), lease, ids);
  return done;
}

/** Sends each wake-up to its verb. */
export async function run(job: Job, deps: Deps): Promise<Outcome> {
  switch (job.type) {
    case "delivery.transmit.v1":
      return transmitted(deps, job.kind, job, job.ids);
    case "sends.transmit.v1":
      return transmitted(deps, "send", job, job.sendIds);
    case "sends.again.v1":
      return transmitted(deps, "again", job, job.sendIds);
    case "outbox.transmit.v1":
      return transmitted(deps, "message", job, job.messageIds);
    case "outbox.due.v1":
      await claimDue(inWorkspace(deps, job.workspaceId), kindNamed(deps, "message"));
      return done;
    case "warmup.transmit.v1":
      return transmitted(deps, "warmup", job, job.mailIds);
    case "warmup.tend.v1":
      await maintainWarmupMailbox(deps, job);
      return done;
    case "placement.transmit.v1":
      return transmitted(deps, "placement", job, job.mailIds);
    case "placement.look.v1":
      await lookAtSeed(inWorkspace(deps, job.workspaceId), job.mailIds);
      return done;
    case "webhook.deliver.v1":
      return deliverWebhook(inWorkspace(deps, job.workspaceId), job.deliveryId);
    case "moves.work.v1":
      await workMove(deps, job.moveId);
      return done;
    case "mailboxes.import.v1":
      await runImport(inWorkspace(deps, job.workspaceId), job.importId);
      return done;
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
    case "reply.read.v1":
      return readReplyByAi(inWorkspace(deps, job.workspaceId), job.messageId);
    case "mailbox.sync.v1":
      return syncMailbox(inWorkspace(deps, job.workspaceId), job.mailboxId);
    case "tracking_host.check.v1":
      return checkHostJob(inWorkspace(deps, job.workspaceId));
    case "own_host.check.v1":
      return checkOwnHostJob(inWorkspace(deps, job.workspaceId));
    case "domain.check.v1":
      return checkDomain(deps, job.domain);
    case "blocklists.check.v1":
      return checkListings(inWorkspace(deps, job.workspaceId));
    case "reports.look.v1":
      return lookThroughReports(inWorkspace(deps, job.workspaceId));
    case "notices.deliver.v1":
      return deliverNotices(inWorkspace(deps, job.workspaceId));
    case "push.spread.v1":
      return spreadCauses(inWorkspace(deps, job.workspaceId));
    case "push.deliver.v1":
      return deliverPush(deps, job.messageId);
    case "password_reset.mail.v1":
      return mailReset(deps, job.userId, job.at ?? null);
    case "invitation.mail.v1":
      return mailInvitation(deps, job.invitationId);
    case "email_change.mail.v1":
      return mailEmailChange(deps, job.changeId);
    case "account.notice.v1":
      return mailAccountNotice(deps, job);
    case "import_link.run.v1":
      await runLink(inWorkspace(deps, job.workspaceId), job.linkId);
      return done;
    case "validation.slice.v1":
      return runSlice(deps, job);
    case "leads.bulk.v1":
      return runBulk(deps, job);
    case "validation.retry.v1":
      return retryLeads(deps, job.workspaceId);
    default:
      return unreachable(job);
  }
}
