import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { completeIfFinished } from "#modules/campaigns/protection/complete-campaign.ts";
import { judgeMailbox } from "#modules/health/mailbox-health/judge-mailbox.ts";
import { protectCampaign, protectMailbox } from "#modules/campaigns/protection/protect-campaign.ts";
import { stopSequence } from "#modules/campaigns/enrolments/stop-sequence.ts";
import { statStatement } from "#modules/campaigns/stats/stat-statement.ts";
import { suppressStatement } from "#modules/leads/suppressions/suppress.ts";
import { markComplained, notComplained } from "./bounce-store.ts";
import { surely } from "#modules/inbox/rules/categories.ts";
import { confirmDelivery } from "#modules/inbox/reading/confirm-delivery.ts";
import type { Match } from "#modules/inbox/matching/find-send.ts";
import { both, insertInbound, notStored } from "#modules/inbox/reading/message-store.ts";
import { countInThread, threadIdOf } from "#modules/inbox/reading/reply-store.ts";
import { messageRowOf, type Taking } from "#modules/inbox/reading/taking.ts";

/**
 * Takes a complaint: the address is suppressed at once, every sequence to it ends, and it is
 * counted apart from bounces. No event: it is neither a bounce nor an unsubscribe.
 */
export async function takeComplaint(
  ctx: WorkspaceCtx,
  taking: Taking,
  match: Match,
): Promise<void> {
  const { send, matchedBy } = match;
  const { db, workspaceId } = ctx;
  const { campaignId, stepId, variant, mailboxId, leadId } = send;
  const now = ctx.now();
  const message = messageRowOf(taking, send, "bounce", matchedBy);
  const unseen = notStored(workspaceId, message);
  // The provider may have reported it another way.
  const guard = both(unseen, notComplained(workspaceId, send.id));
  const count = { metric: "complaints", campaignId, stepId, variant, mailboxId, at: now } as const;
  await runBatch(db, [
    ...confirmDelivery(ctx, match, "dsn"),
    suppressStatement(ctx, send.toEmail, "complained", guard),
    ...stopSequence(ctx, { leadId, campaignId: "all", status: "unsubscribed", guard }),
    statStatement(ctx, [count], guard),
    markComplained(db, workspaceId, send.id, message.receivedAt, guard),
    countInThread(db, workspaceId, send, unseen),
    insertInbound(
      db,
      workspaceId,
      message,
      threadIdOf(workspaceId, send),
      surely("do_not_contact"),
      now,
    ),
    taking.cursor,
  ]);
  await completeIfFinished(ctx, campaignId);
  await protectCampaign(ctx, campaignId, "complaint");
  await protectMailbox(ctx, mailboxId);
  await judgeMailbox(ctx, mailboxId);
}
