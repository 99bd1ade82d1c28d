import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { LeadId, SendId } from "#platform/rules/ids.ts";
import { suppressStatement } from "#modules/leads/suppressions/suppress.ts";
import { stopSequence } from "#modules/campaigns/enrolments/stop-sequence.ts";
import { markLeadBounced, type StopGuard } from "#modules/campaigns/enrolments/stop-store.ts";

/**
 * Statements for a lead whose address does not exist: suppressed, bounced, and written to by no
 * campaign any more. For the batch of the cause, as those of `stopSequence`.
 */
export function bounceLead(
  ctx: WorkspaceCtx,
  lead: {
    readonly leadId: LeadId;
    readonly email: string;
    /** The send that is the cause, which settles itself. */
    readonly except?: SendId;
  },
  guard: StopGuard,
): Statement[] {
  const { email, ...stopped } = lead;
  return [
    suppressStatement(ctx, email, "bounced", guard),
    ...stopSequence(ctx, { ...stopped, campaignId: "all", status: "bounced", guard }),
    markLeadBounced(ctx.db, ctx.workspaceId, lead.leadId, ctx.now(), guard),
  ];
}
