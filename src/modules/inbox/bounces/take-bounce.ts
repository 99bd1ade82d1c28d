import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { Bounce } from "#modules/inbox/rules/kinds/bounce.ts";
import { eventStatements } from "#modules/events/events/event-statements.ts";
import { wakeDeliveries } from "#modules/events/events/wake-deliveries.ts";
import { completeIfFinished } from "#modules/campaigns/protection/complete-campaign.ts";
import { judgeMailbox } from "#modules/health/mailbox-health/judge-mailbox.ts";
import { judgeBlocks } from "#modules/campaigns/protection/judge-blocks.ts";
import { protectCampaign } from "#modules/campaigns/protection/protect-campaign.ts";
import { bouncedEvent, bounceKey, countBounce, hardEffects, weigh } from "./bounce-effects.ts";
import { markSendBounced, notBounced } from "./bounce-store.ts";
import { surely } from "#modules/inbox/rules/categories.ts";
import { confirmDelivery } from "#modules/inbox/reading/confirm-delivery.ts";
import type { Match } from "#modules/inbox/matching/find-send.ts";
import type { MatchedSend } from "#modules/inbox/matching/match-store.ts";
import { both, insertInbound, notStored } from "#modules/inbox/reading/message-store.ts";
import { countInThread, threadIdOf } from "#modules/inbox/reading/reply-store.ts";
import { takeWrittenBounce } from "./take-written-bounce.ts";
import { messageRowOf, type Taking } from "#modules/inbox/reading/taking.ts";

/**
 * Takes a bounce that came as mail. Hard: the address is suppressed and the lead bounced in every
 * campaign. Soft: reported and counted; the third day of them is hard. Block: reported and counted,
 * also against the mailbox. A notice that the server still tries only proves that it has the mail.
 */
export async function takeBounce(
  ctx: WorkspaceCtx,
  taking: Taking,
  match: Match,
  bounce: Bounce,
): Promise<void> {
  if (match.written !== null) return takeWrittenBounce(ctx, taking, match, bounce);
  const { db, workspaceId } = ctx;
  const { send, matchedBy } = match;
  if (!bounce.final || isAboutACopy(send, bounce)) {
    await runBatch(db, [...confirmDelivery(ctx, match, "dsn"), taking.cursor]);
    return;
  }
  const now = ctx.now();
  const as = await weigh(ctx, send, { as: bounce.class, about: bounce.about }, taking.receivedAt);
  const message = messageRowOf(taking, send, "bounce", matchedBy);
  const unseen = notStored(workspaceId, message);
  const guard = both(unseen, notBounced(workspaceId, send.id, as));
  const event = await bouncedEvent(ctx, send, bounce, as, bounceKey(send, as));
  await runBatch(db, [
    ...confirmDelivery(ctx, match, "dsn"),
    ...(as === "hard" ? hardEffects(ctx, send, guard) : []),
    countBounce(ctx, send, as, guard),
    ...(event ? eventStatements(ctx, event, guard) : []),
    markSendBounced(db, workspaceId, send.id, { class: as, at: message.receivedAt }, guard),
    countInThread(db, workspaceId, send, unseen),
    insertInbound(db, workspaceId, message, threadIdOf(workspaceId, send), surely("bounce"), now),
    taking.cursor,
  ]);
  if (event) await wakeDeliveries(ctx, [event.dedupeKey]);
  if (as === "block") await judgeBlocks(ctx, send.mailboxId, bounce.reason);
  if (as === "hard") {
    await completeIfFinished(ctx, send.campaignId);
    await protectCampaign(ctx, send.campaignId, "bounce");
    await judgeMailbox(ctx, send.mailboxId);
  }
}

/** A report about a copy says nothing about the lead. */
const isAboutACopy = (send: MatchedSend, { recipients }: Bounce): boolean =>
  recipients.length > 0 &&
  !recipients.includes(send.toEmail) &&
  [...send.cc, ...send.bcc].some((address) => recipients.includes(address.toLowerCase()));
