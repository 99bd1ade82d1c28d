import { causeOfReply } from "#modules/campaigns/follow-ups/note-causes.ts";
import type { ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import { wakePush } from "#modules/events/push/push-statement.ts";
import { isPositive } from "#modules/inbox/rules/categories.ts";
import type { Deps, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { MessageId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import {
  categoriseByAi,
  claimUnknown,
  dropUnknown,
  nameOfReply,
  selectUnknownReplies,
  stillClaimed,
  threadIsUnknown,
  type UnknownReply,
  writeAiCategory,
} from "./ai-store.ts";
import { both } from "#modules/inbox/reading/message-store.ts";
import { countPositive, tellPositive } from "./count-positive.ts";
import { positiveLater, wakePositive } from "./positive-later.ts";
import { selectAnsweredSend } from "./positive-store.ts";

/** Across the workspaces of a database: replies that wait for the AI, the oldest first. */
export const dueUnknownReplies = (
  deps: Pick<Deps, "db" | "now">,
  atMost: number,
): Promise<{ id: MessageId; workspaceId: WorkspaceId }[]> =>
  selectUnknownReplies(deps.db, deps.now(), atMost);

/** A reply that waits for the AI, taken until then; null: it waits no more, or another has it. */
export const claimUnknownReply = (
  ctx: WorkspaceCtx,
  id: MessageId,
  until: UnixMs,
): Promise<UnknownReply | null> =>
  claimUnknown(ctx.db, ctx.workspaceId, id, { now: ctx.now(), until });

/** Nothing is asked about it any more. */
export async function leaveUnknown(ctx: WorkspaceCtx, reply: UnknownReply): Promise<void> {
  await runBatch(ctx.db, [dropUnknown(ctx.db, ctx.workspaceId, reply)]);
}

/**
 * Notes what the AI reads in a reply that no rule fits. It sorts a thread of which nothing is known
 * yet, sets the status of an open one and counts a positive reply. It never suppresses and ends no
 * sequence: that is for rules and people.
 */
export async function noteAiCategory(
  ctx: WorkspaceCtx,
  reply: UnknownReply,
  read: { readonly category: ReplyCategory; readonly confidence: number },
): Promise<void> {
  const { db, workspaceId } = ctx;
  const { campaignId, leadId } = reply;
  const { category } = read;
  const isGood = isPositive(category);
  const send =
    isGood && campaignId !== null && leadId !== null
      ? await selectAnsweredSend(db, workspaceId, { campaignId, leadId })
      : null;
  const claimed = stillClaimed(workspaceId, reply);
  const unknown = both(claimed, threadIsUnknown(workspaceId, reply));
  const place = { id: reply.threadId, campaignId, leadId };
  const news = isGood ? await positiveLater(ctx, place, { category, source: "ai" }, unknown) : [];
  await runBatch(db, [
    ...news,
    ...(isGood ? [tellPositive(ctx, reply.threadId, unknown)] : []),
    ...(send && leadId !== null ? countPositive(ctx, { ...send, leadId }, unknown) : []),
    ...(campaignId === null || leadId === null
      ? []
      : [
          causeOfReply(
            ctx,
            { campaignId, leadId, category: read.category, reply: nameOfReply(workspaceId, reply) },
            unknown,
          ),
        ]),
    categoriseByAi(db, workspaceId, reply, read, ctx.now(), claimed),
    writeAiCategory(db, workspaceId, reply, read),
  ]);
  if (!isGood) return;
  await wakePush(ctx);
  if (news.length > 0) await wakePositive(ctx, place);
}
