import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { selectDeliveriesOf } from "./store.ts";

/**
 * Enqueues the due deliveries of these events, so that they leave at once and not at the next
 * sweep. Call it after the batch that wrote the events; keys whose event was not written are
 * skipped. Never throws: the rows are stored, and a lost wake-up costs only time.
 */
export async function wakeDeliveries(
  ctx: WorkspaceCtx,
  dedupeKeys: readonly string[],
): Promise<void> {
  if (dedupeKeys.length === 0) return;
  try {
    const ids = await selectDeliveriesOf(ctx.db, ctx.workspaceId, dedupeKeys, ctx.now());
    for (const deliveryId of ids) {
      await ctx.queue.send({
        type: "webhook.deliver.v1",
        workspaceId: ctx.workspaceId,
        deliveryId,
      });
    }
  } catch (cause) {
    ctx.log("deliveries.unwoken", { cause: describe(cause) }, "warn");
  }
}
