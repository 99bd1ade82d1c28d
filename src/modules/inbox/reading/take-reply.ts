import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import type { ThreadId } from "#platform/rules/ids.ts";
import { excerptOf } from "#modules/inbox/rules/quote.ts";
import { iso } from "#platform/rules/time.ts";
import { eventStatements, type NewEvent } from "#modules/events/events/event-statements.ts";
import { leadEventBase } from "#modules/campaigns/lead-events/lead-event-base.ts";
import { wakeDeliveries } from "#modules/events/events/wake-deliveries.ts";
import { completeIfFinished } from "#modules/campaigns/protection/complete-campaign.ts";
import { stopSequence } from "#modules/campaigns/enrolments/stop-sequence.ts";
import { statStatement } from "#modules/campaigns/stats/stat-statement.ts";
import { deferSequence } from "#modules/inbox/threads/defer-sequence.ts";
import { confirmDelivery } from "./confirm-delivery.ts";
import type { Match } from "#modules/inbox/matching/find-send.ts";
import { deferredUntil } from "./deferred-until.ts";
import type { MatchedSend } from "#modules/inbox/matching/match-store.ts";
import { both, insertInbound, type InboundMessage, notStored } from "./message-store.ts";
import {
  ensureThread,
  linkOutbound,
  markReplied,
  showInThread,
  unanswered,
} from "./reply-store.ts";
import { stopCompany } from "./stop-company.ts";
import { messageRowOf, type Taking } from "./taking.ts";

type Answer = { readonly automatic: boolean; readonly absence: boolean };
/** The excerpt of a mail of which only the envelope is known. */
const UNREADABLE = "This message could not be read. Open it in the mailbox.";
type Guard = ReturnType<typeof notStored>;

/**
 * Takes a reply or an automatic answer: the message, its thread with the campaign's mail, the end
 * (or the pause) of the sequence, counters, the event and the cursor, in one batch that does
 * nothing when the mail is stored already. The thread is opened before, since the event names it;
 * without messages nobody sees it.
 */
export async function takeReply(
  ctx: WorkspaceCtx,
  taking: Taking,
  match: Match,
  answer: Answer,
): Promise<void> {
  const { send, matchedBy } = match;
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const message = messageRowOf(taking, send, answer.automatic ? "auto_reply" : "reply", matchedBy);
  const snippet = message.isUnreadable ? UNREADABLE : excerptOf(taking.received.text);
  const at = message.receivedAt;
  const subject = message.subject === "" ? send.subject : message.subject;
  const threadId = await ensureThread(db, workspaceId, { ...send, subject, at }, now);
  const guard = notStored(workspaceId, message);
  const event = answer.automatic
    ? null
    : await repliedEvent(ctx, send, { ...message, threadId, snippet });
  await runBatch(db, [
    ...confirmDelivery(ctx, match, "reply"),
    ...endOfSequence(ctx, taking, send, answer, guard),
    ...(answer.automatic ? [] : stopCompany(ctx, send, guard)),
    ...counts(ctx, send, answer, guard),
    ...(event ? eventStatements(ctx, event, guard) : []),
    ...(answer.automatic ? [] : [markReplied(db, workspaceId, send.id, at, guard)]),
    linkOutbound(db, workspaceId, threadId, send, guard),
    showInThread(db, workspaceId, threadId, { ...message, snippet, ...answer }, now, guard),
    insertInbound(db, workspaceId, message, threadId, now),
    taking.cursor,
  ]);
  if (event) await wakeDeliveries(ctx, [event.dedupeKey]);
  await completeIfFinished(ctx, send.campaignId);
}

/** A reply ends the campaign's sequence; an absence puts it off. */
function endOfSequence(
  ctx: WorkspaceCtx,
  taking: Taking,
  send: MatchedSend,
  { automatic, absence }: Answer,
  guard: Guard,
): Statement[] {
  const { leadId, campaignId } = send;
  if (automatic ? send.stopOnAutoReply : send.checkReply) {
    return stopSequence(ctx, { leadId, campaignId, status: "replied", guard });
  }
  const until = absence ? deferredUntil(taking, send) : null;
  return until === null ? [] : deferSequence(ctx, { campaignId, leadId, until }, guard);
}

function counts(
  ctx: WorkspaceCtx,
  send: MatchedSend,
  { automatic }: Answer,
  guard: Guard,
): Statement[] {
  const { campaignId, stepId, variant, mailboxId } = send;
  const count = { campaignId, stepId, variant, mailboxId, at: ctx.now() };
  if (automatic) return [statStatement(ctx, [{ ...count, metric: "auto_replies" }], guard)];
  const first = both(guard, unanswered(campaignId, send.leadId));
  return [
    statStatement(ctx, [{ ...count, metric: "replies" }], guard),
    statStatement(ctx, [{ ...count, metric: "unique_replies" }], first),
  ];
}

async function repliedEvent(
  ctx: WorkspaceCtx,
  send: MatchedSend,
  reply: InboundMessage & { threadId: ThreadId; snippet: string },
): Promise<NewEvent | null> {
  const base = (await leadEventBase(ctx, [send.id])).get(send.id);
  if (!base) return null;
  return {
    type: "lead.replied",
    dedupeKey: `reply:${reply.mailboxId}:${reply.dedupeHash}`,
    leadId: send.leadId,
    campaignId: send.campaignId,
    sendId: send.id,
    data: {
      ...base,
      snippet: reply.snippet,
      subject: reply.subject,
      thread_id: reply.threadId,
      reply_message_id: reply.messageId,
      replied_at: iso(reply.receivedAt),
      is_first: send.answered === 0,
    },
  };
}
