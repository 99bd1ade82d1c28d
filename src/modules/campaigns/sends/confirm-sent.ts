import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { CampaignId, MailboxId, SendId, StepId } from "#platform/rules/ids.ts";
import { statStatement } from "#modules/campaigns/stats/stat-statement.ts";
import { type Evidence, settleUnknown, stillUnknown } from "#modules/delivery/engine/moves.ts";
import { sendLedger } from "./ledger.ts";

/**
 * Something proves that a server took an `unknown` send: an answer or a report
 * that names it, or a hit on what only its recipient has. It becomes `sent`, with its counters.
 * None for a send in any other state. Safe to repeat.
 */
export function confirmSent(
  ctx: WorkspaceCtx,
  send: {
    readonly id: SendId;
    readonly state: string;
    readonly campaignId: CampaignId;
    readonly stepId: StepId;
    readonly variant: string;
    readonly mailboxId: MailboxId;
  },
  evidence: Evidence,
  serverMessageId: string | null = null,
): Statement[] {
  if (send.state !== "unknown") return [];
  const { campaignId, stepId, variant, mailboxId } = send;
  const count = { campaignId, stepId, variant, mailboxId, at: ctx.now() };
  return [
    statStatement(
      ctx,
      [
        { ...count, metric: "sent" },
        { ...count, metric: "unknown", by: -1 },
      ],
      stillUnknown(sendLedger, ctx.workspaceId, send.id),
    ),
    settleUnknown(ctx.db, sendLedger, ctx.workspaceId, send.id, evidence, serverMessageId),
  ];
}
