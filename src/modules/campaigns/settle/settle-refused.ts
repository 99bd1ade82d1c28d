import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import { unreachable } from "#platform/rules/never.ts";
import { retryDelayMs, troubleText } from "#modules/delivery/rules/outcome.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import { eventStatements } from "#modules/events/events/event-statements.ts";
import { leadEventBase } from "#modules/campaigns/lead-events/lead-event-base.ts";
import { wakeDeliveries } from "#modules/events/events/wake-deliveries.ts";
import { noteMailboxFailure } from "#modules/mailboxes/connections/note-sending-failure.ts";
import { type Count, statStatement } from "#modules/campaigns/stats/stat-statement.ts";
import { failEnrolment, markRefused } from "#modules/campaigns/enrolments/advance-store.ts";
import { bounceLead } from "#modules/campaigns/lead-events/bounce-lead.ts";
import { completeIfFinished } from "#modules/campaigns/protection/complete-campaign.ts";
import { blockEffects } from "#modules/campaigns/protection/note-block.ts";
import { bounceEvent } from "#modules/campaigns/lead-events/bounce-event.ts";
import { judgeMailbox } from "#modules/health/mailbox-health/judge-mailbox.ts";
import {
  pauseBlockedCampaigns,
  protectCampaign,
} from "#modules/campaigns/protection/protect-campaign.ts";
import { requeue, returnSlots } from "./requeue-store.ts";
import { settleRows, standAsRead } from "./settle-store.ts";
import type { Settling } from "./settling.ts";

/** A mailbox in trouble is tried again after this; meanwhile its status keeps claims away. */
export const MAILBOX_TROUBLE_WAIT_MS = 5 * MINUTE_MS;

/** Settles a message that no server took: back to the queue, failed, or bounced. */
export async function settleRefused(ctx: WorkspaceCtx, settling: Settling): Promise<void> {
  const { send, result, outcome } = settling;
  switch (outcome.kind) {
    case "sent":
    case "unknown":
      return;
    case "release":
      return putBack(ctx, settling, 0, false);
    case "mailbox":
      await noteMailboxFailure(ctx, send.mailboxId, {
        kind: outcome.trouble,
        message: troubleText(result),
      });
      // Who sends for nobody now may have refused this one for good: it is not tried for ever.
      if (outcome.named && retryDelayMs(send.attempts) === null) await fail(ctx, settling);
      else await putBack(ctx, settling, MAILBOX_TROUBLE_WAIT_MS, outcome.named === true);
      if (outcome.trouble === "sending") await pauseBlockedCampaigns(ctx, send.mailboxId);
      return;
    case "retry": {
      const delay = retryDelayMs(send.attempts);
      return delay === null ? fail(ctx, settling) : putBack(ctx, settling, delay, true);
    }
    case "failed":
      return fail(ctx, settling);
    case "bounced":
      return bounce(ctx, settling);
    default:
      return unreachable(outcome);
  }
}

async function putBack(
  ctx: WorkspaceCtx,
  { send, result }: Settling,
  delayMs: number,
  counted: boolean,
): Promise<void> {
  const guard = standAsRead(ctx.workspaceId, [send]);
  const { code, response } = result;
  const dueAt = later(ctx.now(), delayMs);
  await runBatch(ctx.db, [
    returnSlots(ctx.db, ctx.workspaceId, [send.id], guard),
    requeue(ctx.db, ctx.workspaceId, { id: send.id, dueAt, counted, code, response }, guard),
  ]);
}

/** Refused for good: it ends here. One refused for its sender is held against the mailbox, too. */
async function fail(ctx: WorkspaceCtx, settling: Settling): Promise<void> {
  const { send, result, outcome } = settling;
  const guard = standAsRead(ctx.workspaceId, [send]);
  const isBlock = outcome.kind === "failed" && outcome.block === true;
  const block = isBlock ? await blockEffects(ctx, send, result, guard) : null;
  await runBatch(ctx.db, [
    ...(block?.statements ?? []),
    statStatement(ctx, [{ ...countOf(ctx, settling), metric: "failed" }], guard),
    failEnrolment(ctx.db, ctx.workspaceId, send.enrolmentId, ctx.now(), guard),
    finish(ctx, settling, guard),
  ]);
  // Before the campaign ends: what it refused may come back to the queue.
  await block?.after();
  await completeIfFinished(ctx, send.campaignId);
}

/** The address does not exist: suppressed everywhere, told to subscribers, counted as refused and bounced. */
export async function bounce(
  ctx: WorkspaceCtx,
  settling: Pick<Settling, "send" | "result">,
): Promise<void> {
  const { send, result } = settling;
  const wasUnknown = send.state === "unknown";
  const base = (await leadEventBase(ctx, [send.id])).get(send.id);
  if (!base) return;
  const guard = standAsRead(ctx.workspaceId, [send]);
  const now = ctx.now();
  const count = countOf(ctx, settling);
  const event = bounceEvent(send, result, base, "hard");
  await runBatch(ctx.db, [
    ...eventStatements(ctx, event, guard),
    statStatement(
      ctx,
      [
        { ...count, metric: "refused" },
        { ...count, metric: "bounces" },
        ...(wasUnknown ? [{ ...count, metric: "unknown" as const, by: -1 }] : []),
        ...(send.currentStep === 0 && !wasUnknown
          ? [{ ...count, metric: "contacted" as const }]
          : []),
      ],
      guard,
    ),
    ...bounceLead(ctx, { leadId: send.leadId, email: send.toEmail, except: send.id }, guard),
    markRefused(ctx.db, ctx.workspaceId, send.id, now, guard),
    finish(ctx, settling, guard),
  ]);
  await wakeDeliveries(ctx, [event.dedupeKey]);
  await completeIfFinished(ctx, send.campaignId);
  await protectCampaign(ctx, send.campaignId, "bounce");
  await judgeMailbox(ctx, send.mailboxId);
}

type Guard = ReturnType<typeof standAsRead>;

function finish(
  ctx: WorkspaceCtx,
  { send, result }: Pick<Settling, "send" | "result">,
  guard: Guard,
): Statement {
  const { code, response } = result;
  const settled = { id: send.id, state: "failed" as const, code, response, evidence: "smtp" };
  return settleRows(ctx.db, ctx.workspaceId, [settled], ctx.now(), guard);
}

const countOf = (ctx: WorkspaceCtx, { send }: Pick<Settling, "send">): Omit<Count, "metric"> => ({
  campaignId: send.campaignId,
  stepId: send.stepId,
  variant: send.variant,
  mailboxId: send.mailboxId,
  at: ctx.now(),
});
