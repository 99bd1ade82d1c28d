import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Guard } from "#modules/delivery/engine/kind.ts";
import { eventStatements } from "#modules/events/events/event-statements.ts";
import { leadEventBase } from "#modules/campaigns/lead-events/lead-event-base.ts";
import { wakeDeliveries } from "#modules/events/events/wake-deliveries.ts";
import { type Count, statStatement } from "#modules/campaigns/stats/stat-statement.ts";
import { failEnrolment, markRefused } from "#modules/campaigns/enrolments/advance-store.ts";
import { bounceLead } from "#modules/campaigns/lead-events/bounce-lead.ts";
import { blockEffects } from "#modules/campaigns/protection/note-block.ts";
import { bounceEvent } from "#modules/campaigns/lead-events/bounce-event.ts";
import { judgeMailbox } from "#modules/health/mailbox-health/judge-mailbox.ts";
import { protectCampaign } from "#modules/campaigns/protection/protect-campaign.ts";
import type { SendEffects, Settling } from "./settling.ts";

/** What follows when no server takes a mail any more: it failed, or the address does not exist. */
export const refusedEffects = (
  ctx: WorkspaceCtx,
  settling: Settling,
  guard: Guard,
): Promise<SendEffects> =>
  settling.outcome.kind === "bounced"
    ? bounceEffects(ctx, settling, guard)
    : failureEffects(ctx, settling, guard);

/** Refused for good: it ends here. One refused for its sender is held against the mailbox, too. */
async function failureEffects(
  ctx: WorkspaceCtx,
  settling: Settling,
  guard: Guard,
): Promise<SendEffects> {
  const { send, result, outcome } = settling;
  const isBlock = outcome.kind === "failed" && outcome.block === true;
  const block = isBlock ? await blockEffects(ctx, send, result, guard) : null;
  // Of an unclear one the sequence has gone on, and goes on.
  const wasUnknown = send.state === "unknown";
  const count = countOf(ctx, settling);
  return {
    statements: [
      ...(block?.statements ?? []),
      statStatement(
        ctx,
        [
          { ...count, metric: "failed" },
          ...(wasUnknown ? [{ ...count, metric: "unknown" as const, by: -1 }] : []),
        ],
        guard,
      ),
      ...(wasUnknown
        ? []
        : [failEnrolment(ctx.db, ctx.workspaceId, send.enrolmentId, ctx.now(), guard)]),
    ],
    ...(block && { after: block.after }),
    mayEnd: [send.campaignId],
  };
}

/** The address does not exist: suppressed everywhere, sent to subscribers, counted as refused and bounced. */
export async function bounceEffects(
  ctx: WorkspaceCtx,
  settling: Pick<Settling, "send" | "result">,
  guard: Guard,
): Promise<SendEffects> {
  const { send, result } = settling;
  const wasUnknown = send.state === "unknown";
  const base = (await leadEventBase(ctx, [send.id])).get(send.id);
  if (!base) return { statements: [] };
  const now = ctx.now();
  const count = countOf(ctx, settling);
  const event = bounceEvent(send, result, base, "hard");
  return {
    statements: [
      ...eventStatements(ctx, event, guard),
      statStatement(
        ctx,
        [
          { ...count, metric: "refused" },
          { ...count, metric: "bounces" },
          ...(wasUnknown ? [{ ...count, metric: "unknown" as const, by: -1 }] : []),
          ...(send.isFirst === 1 && !wasUnknown
            ? [{ ...count, metric: "contacted" as const }]
            : []),
        ],
        guard,
      ),
      ...bounceLead(ctx, { leadId: send.leadId, email: send.toEmail, except: send.id }, guard),
      markRefused(ctx.db, ctx.workspaceId, send.id, now, guard),
    ],
    async after() {
      await wakeDeliveries(ctx, [event.dedupeKey]);
      await protectCampaign(ctx, send.campaignId, "bounce");
      await judgeMailbox(ctx, send.mailboxId);
    },
    mayEnd: [send.campaignId],
  };
}

const countOf = (ctx: WorkspaceCtx, { send }: Pick<Settling, "send">): Omit<Count, "metric"> => ({
  campaignId: send.campaignId,
  stepId: send.stepId,
  variant: send.variant,
  mailboxId: send.mailboxId,
  at: ctx.now(),
});
