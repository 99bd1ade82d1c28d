import { type Phrase, phrase } from "#platform/words/phrase.ts";
import { callerName, type MemberCtx, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { onlyIf, runBatch, type Statement } from "#platform/db/db.ts";
import { PAUSE_FROM } from "#modules/campaigns/rules/states.ts";
import { AppError } from "#platform/rules/errors.ts";
import {
  type AuditCtx,
  auditStatement,
  bySystem,
} from "#modules/accounts/audit/audit-statement.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { type CampaignChange, pausedEvent } from "#modules/campaigns/lead-events/campaign-event.ts";
import { eventStatements } from "#modules/events/events/event-statements.ts";
import { wakeDeliveries } from "#modules/events/events/wake-deliveries.ts";
import { noticeStatement } from "#modules/events/notices/notice-statement.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import { type CampaignRow } from "#modules/campaigns/campaigns/store.ts";
import { asSeen, markPaused, whileAsSeen } from "./transition-store.ts";

/** Why a campaign pauses. */
type PauseCause = CampaignChange & {
  /** What the operator has to know of a pause that no rule of the campaign made. */
  readonly message?: Phrase;
};

/**
 * Pauses an active campaign with its event, once; answers whether it was this call. Whatever has
 * not reached a server stays queued, and the intent gate holds back what is on its way. `by` is
 * whom the audit log names.
 */
export async function pauseCampaign(
  ctx: WorkspaceCtx,
  id: CampaignId,
  cause: PauseCause,
  by: AuditCtx = bySystem(ctx),
): Promise<boolean> {
  const { db, workspaceId } = ctx;
  const campaign = await findCampaign(ctx, id);
  if (!PAUSE_FROM.includes(campaign.status)) return false;
  const event = pausedEvent(campaign, cause);
  const results = await runBatch(db, [
    auditStatement(
      by,
      {
        action: "campaign.paused",
        workspaceId,
        target: { type: "campaign", id },
        details: { reason: cause.reason },
      },
      whileAsSeen(workspaceId, campaign),
    ),
    ...eventStatements(ctx, event, asSeen(workspaceId, campaign)),
    ...pausedNotice(ctx, campaign, cause),
    markPaused(db, workspaceId, campaign, cause.reason, ctx.now()),
  ]);
  const won = (results.at(-1) as unknown[]).length > 0;
  if (won) await wakeDeliveries(ctx, [event.dedupeKey]);
  return won;
}

/** Nobody asked for it, so somebody has to hear of it. */
function pausedNotice(ctx: WorkspaceCtx, campaign: CampaignRow, cause: PauseCause): Statement[] {
  const message = whyOf(cause);
  if (message === null) return [];
  return [
    noticeStatement(
      ctx,
      {
        kind: "campaign_paused",
        severity: "error",
        title: phrase("Campaign {campaign} was paused", { campaign: campaign.name }),
        message,
        target: { kind: "campaign", id: campaign.id },
        dedupeKey: `campaign_paused:${campaign.id}:${campaign.epoch + 1}`,
      },
      onlyIf(asSeen(ctx.workspaceId, campaign)),
    ),
  ];
}

/** Null: a person wanted it. */
function whyOf({ reason, message, bounceRate = 0, sample = 0 }: PauseCause): Phrase | null {
  // As `toFixed` rounds.
  const rate = Number(((bounceRate ?? 0) * 100).toFixed(1)) / 100;
  const rates = { rate, sample: sample ?? 0 };
  return {
    manual: message ?? null,
    bounce_rate: phrase(
      "{rate, number, tenths} of its last {sample} emails bounced. Validate its leads and remove the invalid ones, then start it again. Only emails sent after that count.",
      rates,
    ),
    complaint_rate: phrase(
      "{rate, number, tenths} of its last {sample} emails were marked as spam. Check its leads and texts before you start it again.",
      rates,
    ),
    provider_block: phrase(
      "The providers block all its mailboxes. Fix or replace one and start it again.",
    ),
    restored:
      message ??
      phrase(
        "The database was restored from a backup. Check what was sent since then, then start it again.",
      ),
    no_mailboxes: phrase("The campaign has no mailbox left. Assign one and start it again."),
  }[reason];
}

/** The route's pause: fine on a paused campaign, `invalid_state` on a draft or a completed one. */
export async function pauseByPerson(ctx: MemberCtx, id: CampaignId): Promise<void> {
  const triggeredBy = callerName(ctx.caller);
  if (await pauseCampaign(ctx, id, { reason: "manual", triggeredBy }, ctx)) return;
  const { status } = await findCampaign(ctx, id);
  if (status === "paused") return;
  throw new AppError("invalid_state", `A ${status} campaign cannot be paused.`);
}
