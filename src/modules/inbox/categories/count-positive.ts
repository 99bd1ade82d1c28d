import { statStatement } from "#modules/campaigns/stats/stat-statement.ts";
import { pushStatement } from "#modules/events/push/push-statement.ts";
import type { MatchedSend } from "#modules/inbox/matching/match-store.ts";
import { both } from "#modules/inbox/reading/message-store.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { onlyIf, type Statement } from "#platform/db/db.ts";
import type { ThreadId } from "#platform/rules/ids.ts";
import {
  markPositive,
  noPositive,
  type PositiveSend,
  stillPositive,
  unmarkPositive,
} from "./positive-store.ts";

type Guard = ReturnType<typeof noPositive>;

/** Counts a lead whose reply is positive, once in a campaign; for the batch of what says so. */
export function countPositive(
  ctx: WorkspaceCtx,
  send: Pick<MatchedSend, "id" | "campaignId" | "leadId" | "stepId" | "variant" | "mailboxId">,
  guard: Guard,
): Statement[] {
  const { campaignId, stepId, variant, mailboxId } = send;
  const first = both(guard, noPositive(ctx.workspaceId, send));
  const at = ctx.now();
  const count = { metric: "positive_replies", campaignId, stepId, variant, mailboxId, at } as const;
  return [
    statStatement(ctx, [count], first),
    markPositive(ctx.db, ctx.workspaceId, send.id, at, first),
  ];
}

/** Tells those who want to hear of it of a positive reply; for the batch of what says so. */
export const tellPositive = (ctx: WorkspaceCtx, threadId: ThreadId, guard: Guard): Statement =>
  pushStatement(ctx, { kind: "positive_reply", threadId }, onlyIf(guard));

/** Takes it back, on the day on which it was counted. */
export function discountPositive(ctx: WorkspaceCtx, send: PositiveSend, guard: Guard): Statement[] {
  const { campaignId, stepId, variant, mailboxId, positiveAt: at } = send;
  const still = both(guard, stillPositive(ctx.workspaceId, send));
  const count = { metric: "positive_replies", campaignId, stepId, variant, mailboxId, at } as const;
  return [
    statStatement(ctx, [{ ...count, by: -1 }], still),
    unmarkPositive(ctx.db, ctx.workspaceId, send, still),
  ];
}
