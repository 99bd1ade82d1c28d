import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { CampaignId, LeadId, SendId } from "#platform/rules/ids.ts";
import { endTasksOfLeads, oneLead } from "#modules/campaigns/tasks/tasks-store.ts";
import { cancelQueuedSends, finishEnrolments, type StopGuard } from "./stop-store.ts";

/**
 * Statements that end a lead's sequence in one campaign, or in all of the workspace's: its
 * enrolment takes the final status and what has not reached a server is cancelled. A message that
 * the companion already holds is withheld by the intent gate. For the batch of the cause, before
 * its own state change; `guard` repeats that change's condition.
 */
export function stopSequence(
  ctx: WorkspaceCtx,
  stop: {
    leadId: LeadId;
    campaignId: CampaignId | "all";
    status: "replied" | "bounced" | "unsubscribed";
    guard?: StopGuard;
    /** The send that is the cause, which settles itself. */
    except?: SendId;
  },
): Statement[] {
  const campaignId = stop.campaignId === "all" ? null : stop.campaignId;
  const now = ctx.now();
  return [
    ...cancelQueuedSends(
      ctx.db,
      ctx.workspaceId,
      { leadId: stop.leadId, campaignId, except: stop.except ?? null, now },
      stop.guard,
    ),
    endTasksOfLeads(
      ctx.db,
      ctx.workspaceId,
      { leads: oneLead(stop.leadId), campaignId },
      stop.guard,
      now,
    ),
    finishEnrolments(
      ctx.db,
      ctx.workspaceId,
      { leadId: stop.leadId, campaignId, status: stop.status, now },
      stop.guard,
    ),
  ];
}
