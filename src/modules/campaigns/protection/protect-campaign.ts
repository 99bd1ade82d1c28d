import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import {
  isTooMany,
  MAILBOX_COMPLAINTS,
  type Measure,
  measuredSince,
  MIN_COMPLAINTS,
  MIN_HARD_BOUNCES,
} from "#modules/campaigns/rules/protection.ts";
import type { CampaignId, MailboxId } from "#platform/rules/ids.ts";
import { pauseCampaign } from "#modules/campaigns/status/pause-campaign.ts";
import { pauseMailbox } from "#modules/mailboxes/connections/note-sending-failure.ts";
import {
  countComplaints,
  countHardBounces,
  selectBlockedCampaigns,
  selectProtection,
  selectTriedSince,
  selectUsedSince,
} from "./protect-store.ts";

/** What a mailbox's complaints are measured on. */
const MAILBOX_WINDOW_DAYS = 7;
const MAILBOX_COMPLAINT_PCT = 0.1;

/**
 * Pauses an active campaign with its event when too many of its sends, since it was last started,
 * bounced hard or were complained about. Called after every one of them; a restart
 * begins to measure again.
 */
export async function protectCampaign(
  ctx: WorkspaceCtx,
  campaignId: CampaignId,
  after: "bounce" | "complaint",
): Promise<void> {
  const { db, workspaceId } = ctx;
  const rules = await selectProtection(db, workspaceId, campaignId);
  if (!rules) return;
  const since = measuredSince(rules.windowDays, rules.restartedAt, ctx.now());
  const [wrong, counted] = await Promise.all([
    after === "bounce"
      ? countHardBounces(db, workspaceId, campaignId, since.at)
      : countComplaints(db, workspaceId, { campaignId }, since.at),
    selectTriedSince(db, workspaceId, campaignId, since.day),
  ]);
  const measure: Measure = { wrong, sent: counted - (since.afterRestart ? rules.restartSent : 0) };
  const tooMany =
    after === "bounce"
      ? isTooMany(measure, {
          thresholdPct: rules.bouncePct,
          atLeast: MIN_HARD_BOUNCES,
          minSample: rules.bounceMinSample,
        })
      : isTooMany(measure, {
          thresholdPct: rules.complaintPct,
          atLeast: MIN_COMPLAINTS,
          minSample: 0,
        });
  if (!tooMany) return;
  await pauseCampaign(ctx, campaignId, {
    reason: after === "bounce" ? "bounce_rate" : "complaint_rate",
    triggeredBy: "system",
    bounceRate: measure.sent <= 0 ? 1 : wrong / measure.sent,
    sample: Math.max(0, measure.sent),
  });
}

/** Pauses a mailbox whose mail was complained about twice in a week, and often enough to matter. */
export async function protectMailbox(ctx: WorkspaceCtx, mailboxId: MailboxId): Promise<void> {
  const { db, workspaceId } = ctx;
  const since = measuredSince(MAILBOX_WINDOW_DAYS, null, ctx.now());
  const measure: Measure = {
    wrong: await countComplaints(db, workspaceId, { mailboxId }, since.at),
    sent: await selectUsedSince(db, workspaceId, mailboxId, since.day),
  };
  const rule = {
    thresholdPct: MAILBOX_COMPLAINT_PCT,
    atLeast: MAILBOX_COMPLAINTS,
    minSample: 0,
  };
  if (!isTooMany(measure, rule)) return;
  await pauseMailbox(
    ctx,
    mailboxId,
    `Paused: ${measure.wrong} recipients marked its emails as spam within a week.`,
  );
}

/** Pauses every active campaign that is left with refused mailboxes alone, after one was refused. */
export async function pauseBlockedCampaigns(
  ctx: WorkspaceCtx,
  mailboxId: MailboxId,
): Promise<void> {
  for (const id of await selectBlockedCampaigns(ctx.db, ctx.workspaceId, mailboxId)) {
    await pauseCampaign(ctx, id, { reason: "provider_block", triggeredBy: "system" });
  }
}
