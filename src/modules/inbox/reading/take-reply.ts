import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import type { ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import type { ThreadId } from "#platform/rules/ids.ts";
import { excerptOf } from "#modules/inbox/rules/quote.ts";
import { iso } from "#platform/rules/time.ts";
import { eventStatements, type NewEvent } from "#modules/events/events/event-statements.ts";
import { leadEventBase } from "#modules/campaigns/lead-events/lead-event-base.ts";
import { wakePush } from "#modules/events/push/push-statement.ts";
import { wakeDeliveries } from "#modules/events/events/wake-deliveries.ts";
import { completeIfFinished } from "#modules/campaigns/protection/complete-campaign.ts";
import { stopSequence } from "#modules/campaigns/enrolments/stop-sequence.ts";
import { statStatement } from "#modules/campaigns/stats/stat-statement.ts";
import { deferSequence } from "#modules/inbox/threads/defer-sequence.ts";
import { assignByRule } from "#modules/inbox/assignment/assign-by-rule.ts";
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
import { causeOfReply } from "#modules/campaigns/follow-ups/note-causes.ts";
import { stopCompany } from "./stop-company.ts";
import { categoriseThread } from "#modules/inbox/categories/category-store.ts";
import { countPositive, tellPositive } from "#modules/inbox/categories/count-positive.ts";
import { optOutByReply } from "#modules/inbox/categories/opt-out.ts";
import { type ReadCategory, readCategory } from "#modules/inbox/categories/read-category.ts";
import { endsSequence, isOptOut, isPositive } from "#modules/inbox/rules/categories.ts";
import type { MailKind } from "#modules/inbox/rules/kinds/classify-mail.ts";
import { messageRowOf, type Taking } from "./taking.ts";

type Answer = {
  readonly automatic: boolean;
  readonly absence: boolean;
  readonly reading: ReadCategory;
};
/** The excerpt of a mail of which only the envelope is known. */
const UNREADABLE = "This message could not be read. Open it in the mailbox.";
type Guard = ReturnType<typeof notStored>;

/**
 * Takes a reply or an automatic answer: what it says, the message, its thread with the campaign's
 * mail, the end (or the pause) of the sequence, an opt-out, counters, the events and the cursor, in
 * one batch that does nothing when the mail is stored already. The thread is opened before, since the
 * event names it; without messages nobody sees it.
 */
export async function takeReply(
  ctx: WorkspaceCtx,
  taking: Taking,
  match: Match,
  kind: MailKind,
  isOurs: (address: string) => boolean,
): Promise<void> {
  const { send, matchedBy } = match;
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const automatic = kind.kind === "auto_reply";
  const reading = await readCategory(ctx, taking, send, kind, isOurs);
  const absence = automatic && reading.category === "out_of_office";
  const answer = { automatic, absence, reading };
  const message = messageRowOf(taking, send, automatic ? "auto_reply" : "reply", matchedBy);
  const snippet = message.isUnreadable ? UNREADABLE : excerptOf(taking.received.text);
  const at = message.receivedAt;
  const subject = message.subject === "" ? send.subject : message.subject;
  const threadId = await ensureThread(db, workspaceId, { ...send, subject, at }, now);
  const guard = notStored(workspaceId, message);
  const reply = { ...message, ...reading, threadId, snippet };
  const event = automatic ? null : await repliedEvent(ctx, send, reply);
  const said = { category: reading.category, threadId, from: message.fromEmail };
  const out =
    !automatic && isOptOut(reading.category)
      ? await optOutByReply(ctx, { ...said, dedupeHash: message.dedupeHash }, send, guard)
      : null;
  const owner = { threadId, campaignId: send.campaignId, mailboxId: send.mailboxId };
  const given = automatic
    ? []
    : await assignByRule(ctx, { ...owner, category: reading.category }, guard);
  const isGood = !automatic && isPositive(reading.category);
  const company = automatic ? [] : await stopCompany(ctx, send, guard);
  await runBatch(db, [
    ...given,
    ...(isGood ? [tellPositive(ctx, threadId, guard)] : []),
    ...confirmDelivery(ctx, match, "reply"),
    ...(out?.statements ?? endOfSequence(ctx, taking, send, answer, guard)),
    ...company,
    ...counts(ctx, send, answer, guard),
    ...(event ? eventStatements(ctx, event, guard) : []),
    ...(automatic ? [] : [markReplied(db, workspaceId, send.id, at, guard)]),
    linkOutbound(db, workspaceId, threadId, send, guard),
    categoriseThread(db, workspaceId, threadId, reading, now, guard),
    causeOfReply(ctx, { ...send, category: reading.category, reply: message.dedupeHash }, guard),
    showInThread(db, workspaceId, threadId, { ...reply, automatic, absence }, now, guard),
    insertInbound(db, workspaceId, message, threadId, reading, now),
    taking.cursor,
  ]);
  if (isGood || given.length > 0) await wakePush(ctx);
  await wakeDeliveries(ctx, [...(event ? [event.dedupeKey] : []), ...(out?.dedupeKeys ?? [])]);
  for (const id of new Set([send.campaignId, ...(out?.campaigns ?? [])])) {
    await completeIfFinished(ctx, id);
  }
}

/** A reply ends the campaign's sequence, as does what it says; an absence puts it off. */
function endOfSequence(
  ctx: WorkspaceCtx,
  taking: Taking,
  send: MatchedSend,
  { automatic, absence, reading }: Answer,
  guard: Guard,
): Statement[] {
  const { leadId, campaignId } = send;
  const ends = automatic ? send.stopOnAutoReply : send.checkReply;
  if (ends || endsSequence(reading.category) || reading.later !== null) {
    return stopSequence(ctx, { leadId, campaignId, status: "replied", guard });
  }
  const until = absence ? deferredUntil(taking, send) : null;
  return until === null ? [] : deferSequence(ctx, { campaignId, leadId, until }, guard);
}

function counts(
  ctx: WorkspaceCtx,
  send: MatchedSend,
  { automatic, reading }: Answer,
  guard: Guard,
): Statement[] {
  const { campaignId, stepId, variant, mailboxId } = send;
  const count = { campaignId, stepId, variant, mailboxId, at: ctx.now() };
  if (automatic) return [statStatement(ctx, [{ ...count, metric: "auto_replies" }], guard)];
  const first = both(guard, unanswered(campaignId, send.leadId));
  return [
    statStatement(ctx, [{ ...count, metric: "replies" }], guard),
    statStatement(ctx, [{ ...count, metric: "unique_replies" }], first),
    ...(isPositive(reading.category) ? countPositive(ctx, send, guard) : []),
  ];
}

async function repliedEvent(
  ctx: WorkspaceCtx,
  send: MatchedSend,
  reply: InboundMessage & { threadId: ThreadId; snippet: string; category: ReplyCategory },
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
      category: reply.category,
    },
  };
}
