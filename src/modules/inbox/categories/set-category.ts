import { completeIfFinished } from "#modules/campaigns/protection/complete-campaign.ts";
import { causeOfReply } from "#modules/campaigns/follow-ups/note-causes.ts";
import { stopSequence } from "#modules/campaigns/enrolments/stop-sequence.ts";
import type { ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import type { Thread } from "#modules/inbox/contract/threads.ts";
import {
  endsSequence,
  isOptOut,
  isPositive,
  statusOfCategory,
} from "#modules/inbox/rules/categories.ts";
import { presentThread } from "#modules/inbox/threads/present.ts";
import { findThread } from "#modules/inbox/threads/read-thread.ts";
import type { ThreadRow } from "#modules/inbox/threads/store.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { CampaignId, ThreadId } from "#platform/rules/ids.ts";
import { countPositive, discountPositive } from "./count-positive.ts";
import { positiveLater, wakePositive } from "./positive-later.ts";
import { type Lifted, liftOptOuts } from "./lift-opt-outs.ts";
import { atOneTime, optOut } from "./opt-out.ts";
import { selectOptOuts } from "./lift-store.ts";
import { selectAnsweredSend } from "./positive-store.ts";
import {
  type Categorised,
  categoryUnchangedSince,
  changeCategory,
  lastReplyOf,
  selectReadCategory,
} from "./set-category-store.ts";

/** Somebody else changed it between reading and writing; read again. */
const MAX_TRIES = 3;

/**
 * Says what the lead of a thread wants, with all that follows: an opt-out suppresses, or is taken
 * back, with an audit line; a sequence ends; a positive reply counts, or no longer; the status
 * follows where it is open or the one of the category before. Null takes a person's word back. Saying
 * it again does nothing. Throws `not_found`.
 */
export async function setThreadCategory(
  ctx: MemberCtx,
  id: ThreadId,
  category: ReplyCategory | null,
): Promise<Thread> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const row = await findThread(ctx, id);
    const { thread } = row;
    if (category !== null && thread.category === category && thread.categorySource === "person") {
      return presentThread(row);
    }
    const to: Categorised =
      category === null
        ? await selectReadCategory(ctx.db, ctx.workspaceId, id)
        : { category, source: "person", words: [], confidence: null };
    if (await change(atOneTime(ctx), row, to)) return presentThread(await findThread(ctx, id));
  }
  throw new AppError("conflict", "Someone else is changing this thread. Try again.");
}

async function change(ctx: MemberCtx, row: ThreadRow, to: Categorised): Promise<boolean> {
  const { db, workspaceId } = ctx;
  const { thread } = row;
  const guard = categoryUnchangedSince(workspaceId, thread);
  const standing = await selectOptOuts(db, workspaceId, thread.id);
  const lifted =
    standing.length > 0 && !isOptOut(to.category)
      ? await liftOptOuts(ctx, thread, standing, guard)
      : null;
  const effects = await effectsOf(ctx, row, to.category, standing.length > 0, guard);
  const news =
    isPositive(to.category) && to.source !== "rule"
      ? await positiveLater(ctx, thread, { category: to.category, source: to.source }, guard)
      : [];
  const results = await runBatch(db, [
    ...(lifted?.statements ?? []),
    ...effects.statements,
    ...news,
    ...causeOf(ctx, row, to.category, guard),
    changeCategory(
      db,
      workspaceId,
      thread,
      { ...to, status: statusAfter(row, to, lifted) },
      ctx.now(),
    ),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) return false;
  await lifted?.afterwards();
  if (news.length > 0) await wakePositive(ctx, thread);
  for (const campaignId of effects.campaigns) await completeIfFinished(ctx, campaignId);
  return true;
}

/** What a person says about the last reply is a cause of follow-up rules, once for each category. */
function causeOf(
  ctx: MemberCtx,
  { thread }: ThreadRow,
  category: ReplyCategory | null,
  guard: ReturnType<typeof categoryUnchangedSince>,
): Statement[] {
  const { campaignId, leadId } = thread;
  if (category === null || campaignId === null || leadId === null) return [];
  const reply = lastReplyOf(ctx.workspaceId, thread.id);
  return [causeOfReply(ctx, { campaignId, leadId, category, reply }, guard)];
}

async function effectsOf(
  ctx: MemberCtx,
  { thread, email }: ThreadRow,
  category: ReplyCategory | null,
  isOut: boolean,
  guard: ReturnType<typeof categoryUnchangedSince>,
): Promise<{ statements: readonly Statement[]; campaigns: readonly CampaignId[] }> {
  const { id, campaignId, leadId } = thread;
  if (leadId === null) return { statements: [], campaigns: [] };
  const counted = await positive(ctx, thread, category, guard);
  if (isOptOut(category) && !isOut) {
    const addresses = email === null ? [] : [email];
    const source = `thread:${id}:${ctx.now()}` as const;
    const out = await optOut(ctx, { threadId: id, leadId, addresses }, source, guard);
    return { ...out, statements: [...counted, ...out.statements] };
  }
  if (campaignId === null || !endsSequence(category)) return { statements: counted, campaigns: [] };
  const stop = stopSequence(ctx, { leadId, campaignId, status: "replied", guard });
  return { statements: [...counted, ...stop], campaigns: [campaignId] };
}

async function positive(
  ctx: MemberCtx,
  { campaignId, leadId }: ThreadRow["thread"],
  category: ReplyCategory | null,
  guard: ReturnType<typeof categoryUnchangedSince>,
): Promise<Statement[]> {
  if (campaignId === null || leadId === null) return [];
  const send = await selectAnsweredSend(ctx.db, ctx.workspaceId, { campaignId, leadId });
  if (!send) return [];
  const { positiveAt } = send;
  if (isPositive(category)) return countPositive(ctx, { ...send, leadId }, guard);
  return positiveAt === null ? [] : discountPositive(ctx, { ...send, positiveAt }, guard);
}

/** A status that somebody chose stays. */
function statusAfter({ thread }: ThreadRow, to: Categorised, lifted: Lifted | null) {
  const said = statusOfCategory(thread.category);
  const follows = thread.status === "open" || (said !== null && thread.status === said);
  if (!follows) return thread.status;
  const before = lifted?.status ?? "open";
  return before === "open" ? (statusOfCategory(to.category) ?? "open") : before;
}
