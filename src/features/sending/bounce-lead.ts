import type { WorkspaceCtx } from "#core/ctx.ts";
import type { Statement } from "#db/db.ts";
import type { LeadId, SendId } from "#domain/ids.ts";
import { suppressStatement } from "#features/suppressions/suppress.ts";
import { stopSequence } from "./stop-sequence.ts";
import { markLeadBounced, type StopGuard } from "./stop-store.ts";

/**
 * Statements for a lead whose address does not exist: suppressed, bounced, and written to by no
 * campaign any more (contract 2.6). For the batch of the cause, as those of `stopSequence`.
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
