import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import { runBatch } from "#platform/db/db.ts";
import { type Count, statStatement } from "#modules/campaigns/stats/stat-statement.ts";
import { noteMailboxSuccess } from "#modules/mailboxes/connections/note-sending-failure.ts";
import {
  type Advance,
  advanceEnrolments,
  noteSentBy,
} from "#modules/campaigns/enrolments/advance-store.ts";
import { completeIfFinished } from "#modules/campaigns/protection/complete-campaign.ts";
import { countCompleted } from "#modules/campaigns/protection/completed-store.ts";
import { nextSendAt } from "#modules/campaigns/rules/sending/next-send.ts";
import { selectStepDelays, settleRows, standAsRead, type StepDelay } from "./settle-store.ts";
import type { Settling } from "./settling.ts";

/**
 * Settles messages that a server took, or may have taken (`unknown`): result, next step and
 * counters in one batch for the whole group. Where one of them changed meanwhile, each is settled
 * on its own, so that a race costs only itself.
 */
export async function settleDelivered(
  ctx: WorkspaceCtx,
  group: readonly Settling[],
): Promise<void> {
  if (group.length === 0) return;
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const campaignIds = [...new Set(group.map((g) => g.send.campaignId))];
  const steps = await selectStepDelays(db, workspaceId, campaignIds);
  const guard = standAsRead(
    workspaceId,
    group.map((g) => g.send),
  );
  const results = await runBatch(db, [
    statStatement(
      ctx,
      group.flatMap((g) => countsOf(g, now)),
      guard,
    ),
    countCompleted(
      db,
      workspaceId,
      {
        place: "in_flight",
        ids: group
          .flatMap((g) => advanceOf(g, steps, now))
          .filter(isLast)
          .map((a) => a.enrolmentId),
      },
      now,
      guard,
    ),
    noteSentBy(db, workspaceId, [...new Set(group.map((g) => g.send.mailboxId))], now, guard),
    advanceEnrolments(
      db,
      workspaceId,
      group.flatMap((g) => advanceOf(g, steps, now)),
      now,
      guard,
    ),
    settleRows(
      db,
      workspaceId,
      group.map(({ send, result, outcome }) => ({
        id: send.id,
        state: outcome.kind === "sent" ? ("sent" as const) : ("unknown" as const),
        code: result.code,
        response: result.response,
        evidence: result.replayed ? "journal" : "smtp",
        sentAt: outcome.kind === "sent" ? (result.ended_at ?? null) : null,
      })),
      now,
      guard,
    ),
  ]);
  const won = (results.at(-1) as unknown[]).length > 0;
  if (!won && group.length > 1) {
    for (const one of group) await settleDelivered(ctx, [one]);
    return;
  }
  if (!won) return;
  const troubled = group.filter((g) => g.send.mailboxTroubled === 1);
  for (const mailboxId of new Set(troubled.map((g) => g.send.mailboxId))) {
    await noteMailboxSuccess(ctx, mailboxId);
  }
  const ended = group.filter((g) => advanceOf(g, steps, now).some(isLast));
  for (const campaignId of new Set(ended.map((g) => g.send.campaignId))) {
    await completeIfFinished(ctx, campaignId);
  }
}

const isLast = (advance: Advance): boolean => advance.nextSendAt === null;

function countsOf({ send, outcome }: Settling, at: Count["at"]): Count[] {
  const base = {
    campaignId: send.campaignId,
    stepId: send.stepId,
    variant: send.variant,
    mailboxId: send.mailboxId,
    at,
  };
  if (send.state === "unknown") {
    return outcome.kind === "sent"
      ? [
          { ...base, metric: "sent" },
          { ...base, metric: "unknown", by: -1 },
        ]
      : [];
  }
  return [
    { ...base, metric: outcome.kind === "sent" ? "sent" : "unknown" },
    ...(send.currentStep === 0 ? [{ ...base, metric: "contacted" as const }] : []),
  ];
}

/** An unknown send moved its enrolment on when it became unknown. */
function advanceOf({ send }: Settling, steps: readonly StepDelay[], at: Count["at"]): Advance[] {
  if (send.state === "unknown") return [];
  const own = steps.filter((step) => step.campaignId === send.campaignId);
  return [
    {
      enrolmentId: send.enrolmentId,
      step: send.step,
      nextSendAt: nextSendAt(own, send.step, scheduleFor(send.schedule, send.leadZone), at),
    },
  ];
}
