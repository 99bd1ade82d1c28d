import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { BounceClass } from "#platform/rules/mail/refusal.ts";
import type { ListReason, ProviderNotice } from "#modules/inbox/rules/providers/notice.ts";
import type { NoticeProvider } from "#modules/events/rules/notices.ts";
import { eventStatements } from "#modules/events/events/event-statements.ts";
import { wakeDeliveries } from "#modules/events/events/wake-deliveries.ts";
import { completeIfFinished } from "#modules/campaigns/protection/complete-campaign.ts";
import { judgeMailbox } from "#modules/health/mailbox-health/judge-mailbox.ts";
import { judgeBlocks } from "#modules/campaigns/protection/judge-blocks.ts";
import { protectCampaign, protectMailbox } from "#modules/campaigns/protection/protect-campaign.ts";
import { stopSequence } from "#modules/campaigns/enrolments/stop-sequence.ts";
import { statStatement } from "#modules/campaigns/stats/stat-statement.ts";
import { suppressStatement } from "#modules/leads/suppressions/suppress.ts";
import { unsubscribe } from "#modules/campaigns/unsubscribe/unsubscribe.ts";
import { bouncedEvent, bounceKey, countBounce, hardEffects, weigh } from "./bounce-effects.ts";
import {
  markComplained,
  markSendBounced,
  notBounced,
  notComplained,
  notReported,
} from "./bounce-store.ts";
import { confirmDelivery } from "#modules/inbox/reading/confirm-delivery.ts";
import type { Match } from "#modules/inbox/matching/find-send.ts";

/**
 * Takes what a mail provider reports on one of our mails, with the effects that a bounce or
 * complaint by mail has, once, whichever way it comes first. `source` names the provider to
 * subscribers. What it reports on another recipient, such as a copy, changes nothing.
 */
export async function takeNotice(
  ctx: WorkspaceCtx,
  match: Match,
  notice: ProviderNotice,
  source: NoticeProvider,
): Promise<void> {
  const { recipient, kind } = notice;
  if (recipient !== null && recipient !== match.send.toEmail.toLowerCase()) return;
  if (kind === "delivered") {
    await runBatch(ctx.db, confirmDelivery(ctx, match, "dsn"));
  } else if (kind === "complaint") {
    await takeComplaint(ctx, match);
  } else if (kind === "unsubscribed" || (kind === "listed" && notice.list === "unsubscribed")) {
    await unsubscribe(ctx, { sendId: match.send.id, source });
  } else if (kind === "listed") {
    await takeListed(ctx, match, notice.list === "complained" ? "complained" : "bounced");
  } else if (match.written !== null) {
    await takeWritten(ctx, match, { ...notice, kind }, source);
  } else {
    await takeBounce(ctx, match, { ...notice, kind }, source);
  }
}

type BounceNotice = ProviderNotice & { readonly kind: BounceClass };

async function takeBounce(
  ctx: WorkspaceCtx,
  match: Match,
  notice: BounceNotice,
  source: NoticeProvider,
): Promise<void> {
  const { db, workspaceId } = ctx;
  const { send } = match;
  const now = ctx.now();
  const as = await weigh(ctx, send, { as: notice.kind, about: notice.about }, now);
  const guard = notBounced(workspaceId, send.id, as);
  const event = await bouncedEvent(ctx, send, notice, as, bounceKey(send, as), source);
  await runBatch(db, [
    ...confirmDelivery(ctx, match, "dsn"),
    ...(as === "hard" ? hardEffects(ctx, send, guard) : []),
    countBounce(ctx, send, as, guard),
    ...(event ? eventStatements(ctx, event, guard) : []),
    markSendBounced(db, workspaceId, send.id, { class: as, at: now }, guard),
  ]);
  if (event) await wakeDeliveries(ctx, [event.dedupeKey]);
  if (as === "block") await judgeBlocks(ctx, send.mailboxId, notice.reason);
  if (as === "hard") {
    await completeIfFinished(ctx, send.campaignId);
    await protectCampaign(ctx, send.campaignId, "bounce");
    await judgeMailbox(ctx, send.mailboxId);
  }
}

/**
 * A mail that a person wrote: reported, but counted in no campaign; a hard bounce stops all mail to
 * that address.
 */
async function takeWritten(
  ctx: WorkspaceCtx,
  match: Match,
  notice: BounceNotice,
  source: NoticeProvider,
): Promise<void> {
  const { send, written } = match;
  const key = `bounce:message:${written}:${notice.kind}`;
  const event = await bouncedEvent(ctx, send, notice, notice.kind, key, source);
  const isHard = notice.kind === "hard";
  const guard = notReported(ctx.workspaceId, key);
  await runBatch(ctx.db, [
    ...confirmDelivery(ctx, match, "dsn"),
    ...(isHard ? hardEffects(ctx, send, guard) : []),
    ...(event ? eventStatements(ctx, event, guard) : []),
  ]);
  if (event) await wakeDeliveries(ctx, [event.dedupeKey]);
  if (isHard) await completeIfFinished(ctx, send.campaignId);
}

/**
 * The provider's own list blocked the mail: the address is suppressed for what the list says. No
 * server was asked, so nothing counts as a bounce or a complaint of this mail.
 */
async function takeListed(
  ctx: WorkspaceCtx,
  { send }: Match,
  list: Exclude<ListReason, "unsubscribed">,
): Promise<void> {
  const { leadId, toEmail: email, campaignId } = send;
  const guard =
    list === "bounced"
      ? notBounced(ctx.workspaceId, send.id, "hard")
      : notComplained(ctx.workspaceId, send.id);
  await runBatch(
    ctx.db,
    list === "bounced"
      ? hardEffects(ctx, send, guard)
      : [
          suppressStatement(ctx, email, "complained", guard),
          ...stopSequence(ctx, { leadId, campaignId: "all", status: "unsubscribed", guard }),
        ],
  );
  await completeIfFinished(ctx, campaignId);
}

async function takeComplaint(ctx: WorkspaceCtx, match: Match): Promise<void> {
  const { db, workspaceId } = ctx;
  const { send } = match;
  const { campaignId, stepId, variant, mailboxId, leadId } = send;
  const now = ctx.now();
  const guard = notComplained(workspaceId, send.id);
  const count = { metric: "complaints", campaignId, stepId, variant, mailboxId, at: now } as const;
  await runBatch(db, [
    ...confirmDelivery(ctx, match, "dsn"),
    suppressStatement(ctx, send.toEmail, "complained", guard),
    ...stopSequence(ctx, { leadId, campaignId: "all", status: "unsubscribed", guard }),
    statStatement(ctx, [count], guard),
    markComplained(db, workspaceId, send.id, now, guard),
  ]);
  await completeIfFinished(ctx, campaignId);
  await protectCampaign(ctx, campaignId, "complaint");
  await protectMailbox(ctx, mailboxId);
  await judgeMailbox(ctx, mailboxId);
}
