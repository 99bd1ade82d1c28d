import type { WorkspaceCtx } from "#core/ctx.ts";
import type { Statement } from "#db/db.ts";
import { confirmMail } from "#features/outbox/confirm-mail.ts";
import { statStatement } from "#features/stats/stat-statement.ts";
import { settleUnknown, stillUnknown } from "./confirm-store.ts";
import type { Match } from "./find-send.ts";

/**
 * A mail that names an `unknown` send proves that a server took it (reliability 4.5): the send
 * becomes `sent`, with its counters. None for a send in any other state. Safe to repeat. One that
 * names what a person wrote says so of that mail alone.
 */
export function confirmDelivery(
  ctx: WorkspaceCtx,
  { send, written }: Pick<Match, "send" | "written">,
  evidence: "reply" | "dsn",
): Statement[] {
  if (written !== null) return [confirmMail(ctx, written, evidence)];
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
