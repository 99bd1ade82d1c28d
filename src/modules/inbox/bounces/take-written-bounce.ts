import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { Bounce } from "#modules/inbox/rules/kinds/bounce.ts";
import { eventStatements } from "#modules/events/events/event-statements.ts";
import { wakeDeliveries } from "#modules/events/events/wake-deliveries.ts";
import { completeIfFinished } from "#modules/campaigns/protection/complete-campaign.ts";
import { bouncedEvent, hardEffects } from "./bounce-effects.ts";
import { surely } from "#modules/inbox/rules/categories.ts";
import { confirmDelivery } from "#modules/inbox/reading/confirm-delivery.ts";
import type { Match } from "#modules/inbox/matching/find-send.ts";
import { insertInbound, notStored } from "#modules/inbox/reading/message-store.ts";
import { countInThread, threadIdOf } from "#modules/inbox/reading/reply-store.ts";
import { messageRowOf, type Taking } from "#modules/inbox/reading/taking.ts";

/**
 * The bounce of a mail that a person wrote: reported and shown in its thread, but counted in no
 * campaign, since none sent it. A hard bounce of the lead's own address stops all mail to it.
 */
export async function takeWrittenBounce(
  ctx: WorkspaceCtx,
  taking: Taking,
  match: Match,
  bounce: Bounce,
): Promise<void> {
  const { db, workspaceId } = ctx;
  const { send, matchedBy, written } = match;
  if (!bounce.final) {
    await runBatch(db, [...confirmDelivery(ctx, match, "dsn"), taking.cursor]);
    return;
  }
  const message = messageRowOf(taking, send, "bounce", matchedBy);
  const guard = notStored(workspaceId, message);
  const isOfLead = bounce.recipients.length === 0 || bounce.recipients.includes(send.toEmail);
  const key = `bounce:message:${written}:${bounce.class}`;
  const event = isOfLead ? await bouncedEvent(ctx, send, bounce, bounce.class, key) : null;
  const isHard = isOfLead && bounce.class === "hard";
  await runBatch(db, [
    ...confirmDelivery(ctx, match, "dsn"),
    ...(isHard ? hardEffects(ctx, send, guard) : []),
    ...(event ? eventStatements(ctx, event, guard) : []),
    countInThread(db, workspaceId, send, guard),
    insertInbound(
      db,
      workspaceId,
      message,
      threadIdOf(workspaceId, send),
      surely("bounce"),
      ctx.now(),
    ),
    taking.cursor,
  ]);
  if (event) await wakeDeliveries(ctx, [event.dedupeKey]);
  if (isHard) await completeIfFinished(ctx, send.campaignId);
}
