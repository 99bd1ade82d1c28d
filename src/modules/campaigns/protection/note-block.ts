import type { SendResult } from "#platform/wire/transmission.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import { eventStatements } from "#modules/events/events/event-statements.ts";
import { leadEventBase } from "#modules/campaigns/lead-events/lead-event-base.ts";
import { wakeDeliveries } from "#modules/events/events/wake-deliveries.ts";
import { statStatement } from "#modules/campaigns/stats/stat-statement.ts";
import { firstBlock, markBlocked } from "./block-store.ts";
import { bounceEvent } from "#modules/campaigns/lead-events/bounce-event.ts";
import { judgeBlocks } from "./judge-blocks.ts";
import type { Guard } from "#modules/delivery/engine/kind.ts";
import type { SettlingSend } from "#modules/campaigns/sends/settle-store.ts";

type Blocked = Pick<
  SettlingSend,
  "id" | "leadId" | "campaignId" | "stepId" | "variant" | "mailboxId"
>;

/**
 * A server refused a mail for who sent it or what it says: subscribers hear of it once, it is
 * counted among the soft bounces once, and its send is marked. `statements` belong into the batch
 * that ends the try, before that change; `after` it the mailbox is judged.
 */
export async function blockEffects(
  ctx: WorkspaceCtx,
  send: Blocked,
  result: SendResult,
  guard: Guard,
): Promise<{ readonly statements: Statement[]; readonly after: () => Promise<void> }> {
  const { db, workspaceId } = ctx;
  const { campaignId, stepId, variant, mailboxId } = send;
  const base = (await leadEventBase(ctx, [send.id])).get(send.id);
  const event = base && bounceEvent(send, result, base, "block");
  const count = { metric: "soft_bounces", campaignId, stepId, variant, mailboxId } as const;
  return {
    statements: [
      ...(event
        ? [
            statStatement(
              ctx,
              [{ ...count, at: ctx.now() }],
              firstBlock(workspaceId, send.id, guard),
            ),
            ...eventStatements(ctx, event, guard),
          ]
        : []),
      markBlocked(db, workspaceId, send.id, ctx.now(), guard),
    ],
    async after() {
      if (event) await wakeDeliveries(ctx, [event.dedupeKey]);
      await judgeBlocks(ctx, mailboxId, result.response ?? "");
    },
  };
}
