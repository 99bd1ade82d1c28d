import type { RedeliverAnswer } from "#modules/events/contract/webhooks.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError, notFound } from "#platform/rules/errors.ts";
import type { WebhookId } from "#platform/rules/ids.ts";
import { requeueDelivery } from "#modules/events/webhook-deliveries/due-store.ts";
import { selectAttempt } from "./log-store.ts";
import { selectWebhook } from "./store.ts";
import { wakeWebhook } from "./wake-webhook.ts";

/**
 * Makes the delivery behind a log entry again, under the same webhook-id, with its full schedule.
 * Throws `not_found`; `invalid_state` for a test, for a delivery that is under way, and while the
 * webhook is switched off.
 */
export async function redeliver(
  ctx: WorkspaceCtx,
  id: WebhookId,
  logId: number,
): Promise<RedeliverAnswer> {
  const { db, workspaceId } = ctx;
  const log = await selectAttempt(db, workspaceId, id, logId);
  if (!log) throw notFound("log entry");
  if (log.deliveryId === null) {
    throw new AppError("invalid_state", "This was a test. Send another test instead.");
  }
  if (!(await requeueDelivery(db, workspaceId, log.deliveryId, ctx.now()))) {
    const webhook = await selectWebhook(db, workspaceId, id);
    if (!webhook) throw notFound("webhook");
    throw new AppError(
      "invalid_state",
      webhook.isActive
        ? "This delivery is in progress. Check the log in a moment."
        : "The webhook is turned off. Turn it on first.",
    );
  }
  await wakeWebhook(ctx, id);
  return { delivery_id: log.deliveryId, event: log.event };
}
