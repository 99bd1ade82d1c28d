import type { SendingStatus } from "#contract/campaigns.ts";
import type { WorkspaceCtx } from "#core/ctx.ts";
import { localDay } from "#domain/campaigns/schedule.ts";
import { sendingVerdict } from "#domain/campaigns/sending-status.ts";
import { effectiveDailyLimit } from "#domain/sending/limits.ts";
import { isoOrNull } from "#domain/time.ts";
import type { CampaignMailbox } from "./mailboxes-store.ts";
import { selectUsed, selectWaiting } from "./status-store.ts";
import type { CampaignRow } from "./store.ts";

/** Why the campaign sends, or does not, right now (contract 2.2). Two queries. */
export async function sendingStatus(
  ctx: WorkspaceCtx,
  campaign: CampaignRow,
  mailboxes: readonly CampaignMailbox[],
): Promise<SendingStatus> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const day = localDay(campaign.schedule.timezone, now);
  const days = mailboxes.map((m) => ({ id: m.id, day: localDay(m.timezone ?? "UTC", now) }));
  const [waits, used] = await Promise.all([
    selectWaiting(db, workspaceId, campaign.id),
    selectUsed(db, workspaceId, { id: campaign.id, day }, days),
  ]);
  const verdict = sendingVerdict({
    now,
    status: campaign.status,
    pausedReason: campaign.pausedReason,
    schedule: campaign.schedule,
    steps: waits.steps,
    mailboxes: mailboxes.map((m) => ({
      status: m.status,
      timezone: m.timezone,
      left: effectiveDailyLimit(m, now) - (used.mailboxes.get(m.id) ?? 0),
      freeAt: m.nextSendAt,
    })),
    campaignLeft: campaign.dailyLimit === null ? null : campaign.dailyLimit - used.campaign,
    newLeadsLeft: campaign.maxNewLeadsPerDay === 0 ? null : campaign.maxNewLeadsPerDay - used.fresh,
    nextNew: waits.nextNew,
    nextFollowUp: waits.nextFollowUp,
    hasOpenLeads: waits.hasOpen,
    hasPausedLeads: waits.hasPaused,
    inFlight: waits.inFlight,
  });
  return {
    code: verdict.code,
    message: verdict.message,
    next_send_at: isoOrNull(verdict.nextSendAt),
  };
}
