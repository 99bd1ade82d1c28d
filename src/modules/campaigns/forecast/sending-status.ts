import type { SendingStatus } from "#modules/campaigns/contract/campaigns.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import { localDay } from "#platform/rules/schedule.ts";
import { type HeldBack, sendingVerdict } from "#modules/campaigns/rules/sending-status.ts";
import { REPLIES_UNREAD } from "#platform/rules/mail/mailbox.ts";
import { effectiveDailyLimit } from "#modules/mailboxes/rules/limits.ts";
import { campaignDay } from "#modules/campaigns/rules/sending/campaign-limits.ts";
import { mayServe, recipientProvider, senderProvider } from "#modules/mailboxes/rules/provider.ts";
import { isoOrNull } from "#platform/rules/time.ts";
import { daysSent } from "#modules/campaigns/claim/days-sent.ts";
import { type FirstInLine, selectFirstInLine } from "./explain-store.ts";
import type { CampaignMailbox } from "#modules/campaigns/status/mailboxes-store.ts";
import { selectUsed, selectWaiting } from "#modules/campaigns/status/status-store.ts";
import type { CampaignRow } from "#modules/campaigns/campaigns/store.ts";

/** Leads looked at for rules that hold single leads back. */
const FIRST = 20;

/** Why the campaign sends, or does not, right now. Two queries, four where it has rules for single leads or ramps. */
export async function sendingStatus(
  ctx: WorkspaceCtx,
  campaign: CampaignRow,
  mailboxes: readonly CampaignMailbox[],
): Promise<SendingStatus> {
  const { db, workspaceId } = ctx;
  if (campaign.status === "active" && (await ctx.disk?.look())?.state === "full") {
    const message =
      "The server disk is full, so nothing can be sent. Sending resumes automatically once there is space.";
    return { code: "disk_full", message, next_send_at: null };
  }
  const now = ctx.now();
  const day = localDay(campaign.schedule.timezone, now);
  const days = mailboxes.map((m) => ({ id: m.id, day: localDay(m.timezone ?? "UTC", now) }));
  const usesLeadZones = campaign.schedule.use_lead_timezone;
  const judgesLeads =
    campaign.maxPerDomainPerDay > 0 || campaign.espMatch === "strict" || usesLeadZones;
  const first =
    campaign.status === "active" && judgesLeads
      ? await selectFirstInLine(db, workspaceId, campaign.id, FIRST)
      : [];
  const domains =
    campaign.maxPerDomainPerDay > 0 ? [...new Set(first.map((lead) => lead.domain))] : [];
  const [waits, used, sentOn] = await Promise.all([
    selectWaiting(db, workspaceId, campaign.id),
    selectUsed(db, workspaceId, { id: campaign.id, day, domains }, days),
    daysSent(ctx, [campaign]),
  ]);
  const heldBack = (lead: FirstInLine): HeldBack => {
    const toDomain = used.domains.get(lead.domain) ?? -1;
    if (campaign.maxPerDomainPerDay > 0 && toDomain >= campaign.maxPerDomainPerDay)
      return "domain_limit";
    const provider = recipientProvider(lead.provider);
    const served = mailboxes.some(
      (m) =>
        m.status === "active" && mayServe(campaign.espMatch, provider, senderProvider(m.smtpHost)),
    );
    return lead.status === "pending" && !served ? "esp_match" : null;
  };
  const today = campaignDay(campaign, sentOn(campaign.id));
  const verdict = sendingVerdict({
    now,
    status: campaign.status,
    pausedReason: campaign.pausedReason,
    schedule: campaign.schedule,
    leadSchedules: usesLeadZones
      ? [...new Set(first.map((lead) => scheduleFor(campaign.schedule, lead.timezone)))]
      : [],
    steps: waits.steps,
    mailboxes: mailboxes.map((m) => ({
      status: m.status,
      repliesUnread: m.statusMessage?.startsWith(REPLIES_UNREAD) ?? false,
      timezone: m.timezone,
      left: effectiveDailyLimit(m, now) - (used.mailboxes.get(m.id) ?? 0),
      freeAt: m.nextSendAt,
      nextDue: waits.nextBy.get(m.id) ?? null,
    })),
    campaignLeft: today.limit === null ? null : today.limit - used.campaign,
    byRamp: today.byRamp,
    newLeadsLeft: campaign.maxNewLeadsPerDay === 0 ? null : campaign.maxNewLeadsPerDay - used.fresh,
    nextNew: waits.nextNew,
    nextFollowUp: waits.nextFollowUp,
    nextNewAgain: waits.nextNewAgain,
    nextFollowUpAgain: waits.nextFollowUpAgain,
    firstInLine: first.map((lead) => ({
      isNew: lead.status === "pending",
      dueAt: lead.nextSendAt,
      heldBack: heldBack(lead),
    })),
    hasOpenLeads: waits.hasOpen,
    hasPausedLeads: waits.hasPaused,
    inFlight: waits.inFlight,
    broken: waits.broken,
  });
  return {
    code: verdict.code,
    message: verdict.message,
    next_send_at: isoOrNull(verdict.nextSendAt),
  };
}
