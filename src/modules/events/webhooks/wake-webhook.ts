import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { type UnixMs, unixMs, type WebhookId } from "#platform/rules/ids.ts";
import { SECOND_MS } from "#platform/rules/time.ts";
import { selectPending } from "#modules/events/webhook-deliveries/due-store.ts";
import { selectPace } from "./store.ts";

/** Later work is left to the sweep, which looks at least each minute. */
const WAKES_WITHIN_SECONDS = 300;

/**
 * Enqueues what a webhook may do next: the due deliveries that have a place, or else the first one
 * that will be due, for its time. Never throws: the sweep finds the rows as well.
 */
export async function wakeWebhook(ctx: WorkspaceCtx, webhookId: WebhookId): Promise<void> {
  const { db, workspaceId } = ctx;
  try {
    const pace = await selectPace(db, workspaceId, webhookId);
    if (!pace?.isActive) return;
    const places = pace.streak === 0 ? pace.atOnce - pace.inFlight : pace.inFlight === 0 ? 1 : 0;
    if (places <= 0) return;
    const pending = await selectPending(db, workspaceId, webhookId, places);
    const now = ctx.now();
    const start = (nextAt: UnixMs): UnixMs =>
      unixMs(Math.max(nextAt, pace.streak === 0 ? 0 : pace.nextAttemptAt));
    const due = pending.filter(({ nextAt }) => start(nextAt) <= now);
    for (const { id, nextAt } of due.length > 0 ? due : pending.slice(0, 1)) {
      const delaySeconds = Math.max(0, Math.ceil((start(nextAt) - now) / SECOND_MS));
      if (delaySeconds > WAKES_WITHIN_SECONDS) continue;
      await ctx.queue.send(
        { type: "webhook.deliver.v1", workspaceId, deliveryId: id },
        { delaySeconds },
      );
    }
  } catch (cause) {
    ctx.log("webhook.unwoken", { workspaceId, webhookId, cause: describe(cause) }, "warn");
  }
}
