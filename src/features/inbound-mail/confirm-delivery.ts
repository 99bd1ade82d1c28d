import type { WorkspaceCtx } from "#core/ctx.ts";
import type { Statement } from "#db/db.ts";
import { statStatement } from "#features/stats/stat-statement.ts";
import { settleUnknown, stillUnknown } from "./confirm-store.ts";
import type { MatchedSend } from "./match-store.ts";

/**
 * A mail that names an `unknown` send proves that a server took it (reliability 4.5): the send
 * becomes `sent`, with its counters. None for a send in any other state. Safe to repeat.
 */
export function confirmDelivery(
  ctx: WorkspaceCtx,
  send: MatchedSend,
  evidence: "reply" | "dsn",
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
      stillUnknown(ctx.workspaceId, send.id),
    ),
    settleUnknown(ctx.db, ctx.workspaceId, send.id, evidence),
  ];
}
