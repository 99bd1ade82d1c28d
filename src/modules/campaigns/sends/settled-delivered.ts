import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Guard } from "#modules/delivery/engine/kind.ts";
import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import { type Count, statStatement } from "#modules/campaigns/stats/stat-statement.ts";
import {
  type Advance,
  advanceEnrolments,
  noteSentBy,
} from "#modules/campaigns/enrolments/advance-store.ts";
import { countCompleted } from "#modules/campaigns/protection/completed-store.ts";
import { nextSendAt } from "#modules/campaigns/rules/sending/next-send.ts";
import { selectStepDelays, type StepDelay } from "./settle-store.ts";
import type { SendEffects, Settling } from "./settling.ts";

/**
 * What follows when a server took mails, or may have taken them (`unknown`): the next step of each
 * lead and the counters, for the whole group at once.
 */
export async function deliveredEffects(
  ctx: WorkspaceCtx,
  group: readonly Settling[],
  guard: Guard,
): Promise<SendEffects> {
  if (group.length === 0) return { statements: [] };
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const campaignIds = [...new Set(group.map((g) => g.send.campaignId))];
  const steps = await selectStepDelays(db, workspaceId, campaignIds);
  const advances = group.flatMap((g) => advanceOf(g, steps, now));
  const last = advances.filter(isLast).map((a) => a.enrolmentId);
  return {
    statements: [
      statStatement(
        ctx,
        group.flatMap((g) => countsOf(g, now)),
        guard,
      ),
      countCompleted(db, workspaceId, { place: "in_flight", ids: last }, now, guard),
      noteSentBy(db, workspaceId, [...new Set(group.map((g) => g.send.mailboxId))], now, guard),
      advanceEnrolments(db, workspaceId, advances, now, guard),
    ],
    mayEnd: group
      .filter((g) => advanceOf(g, steps, now).some(isLast))
      .map((g) => g.send.campaignId),
  };
}

const isLast = (advance: Advance): boolean => advance.nextSendAt === null;

function countsOf({ send, to }: Settling, at: Count["at"]): Count[] {
  const base = {
    campaignId: send.campaignId,
    stepId: send.stepId,
    variant: send.variant,
    mailboxId: send.mailboxId,
    at,
  };
  if (send.state === "unknown") {
    return to === "sent"
      ? [
          { ...base, metric: "sent" },
          { ...base, metric: "unknown", by: -1 },
        ]
      : [];
  }
  return [
    { ...base, metric: to === "sent" ? "sent" : "unknown" },
    ...(send.isFirst === 1 ? [{ ...base, metric: "contacted" as const }] : []),
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
