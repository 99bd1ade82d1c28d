import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { done, type Outcome } from "#platform/ctx/job.ts";
import type { DeliveryId, UnixMs } from "#platform/rules/ids.ts";
import { WEBHOOK_FAILURES_TO_DEACTIVATE } from "#platform/rules/choices.ts";
import { later } from "#platform/rules/time.ts";
import { deliveryRetryDelayMs, streakGapMs } from "#modules/events/rules/retry.ts";
import { DELIVERY_LEASE_MS, takeDelivery, type TakenDelivery } from "./delivery-store.ts";
import { webhookIdOf } from "#modules/events/rules/sign.ts";
import { disabled } from "#modules/events/webhooks/disabled.ts";
import { postEvent, type Posted, REQUEST_TIMEOUT_MS } from "./post-event.ts";
import { postToService } from "./post-to-service.ts";
import { openSecret } from "#modules/events/webhooks/create-webhook.ts";
import { releaseDelivery, settleDelivered, settleFailed } from "./settle-store.ts";
import { deactivateWebhook } from "#modules/events/webhooks/store.ts";
import { wakeWebhook } from "#modules/events/webhooks/wake-webhook.ts";

/**
 * Job: one attempt of one delivery. Does nothing unless the
 * delivery is due and its webhook may start now; what it leaves is found by the next attempt's end
 * or by the sweep. Killed before the attempt is settled, the attempt ends `interrupted` and the
 * delivery is made again under the same webhook-id.
 */
export async function deliverWebhook(ctx: WorkspaceCtx, id: DeliveryId): Promise<Outcome> {
  const lease = crypto.randomUUID();
  const takenAt = ctx.now();
  const taken = await takeDelivery(ctx.db, ctx.workspaceId, id, lease, takenAt);
  if (!taken) return done;
  const secret = await openSecret(ctx, taken.secret).catch(() => null);
  if (secret === null) {
    await refuseToSign(ctx, taken, lease);
    return done;
  }
  // After a pause of this process the lease may be somebody else's before the request ends.
  if (ctx.now() + REQUEST_TIMEOUT_MS >= takenAt + DELIVERY_LEASE_MS) return done;
  const posted = await send(ctx, taken, secret, takenAt);
  await settle(ctx, taken, lease, posted);
  await wakeWebhook(ctx, taken.webhookId);
  return done;
}

/** To a subscriber's URL, or to a service in its own words. */
const send = (
  ctx: WorkspaceCtx,
  taken: TakenDelivery,
  secret: string,
  at: UnixMs,
): Promise<Posted> => {
  const sending = { ...taken, id: webhookIdOf(taken.id, taken.createdAt) };
  return taken.provider === null
    ? postEvent(ctx, { ...sending, secret, at })
    : postToService(ctx, taken.provider, secret, sending, taken.deals);
};

const aboutHook = ({ webhookId: id, url, provider, name }: TakenDelivery) => ({
  id,
  url,
  provider,
  name,
});

async function settle(
  ctx: WorkspaceCtx,
  taken: TakenDelivery,
  lease: string,
  posted: Posted,
): Promise<void> {
  const leased = { ...taken, lease };
  const now = ctx.now();
  if (posted.isDelivered) {
    await settleDelivered(ctx.db, ctx.workspaceId, leased, posted.result, now);
    return;
  }
  const schedule = ctx.settings.WEBHOOK_RETRY_SECONDS;
  const failed = {
    statusCode: posted.result.statusCode,
    timedOut: posted.result.error === "timeout",
    retryAfterMs: posted.retryAfterMs,
  };
  const delay = deliveryRetryDelayMs(schedule, taken.failures + 1, failed, Math.random());
  const plan = {
    retryAt: delay === null ? null : later(now, delay),
    gapsMs: Array.from({ length: WEBHOOK_FAILURES_TO_DEACTIVATE + 1 }, (_, streak) =>
      streakGapMs(schedule, streak),
    ),
    waitMs: posted.retryAfterMs,
  };
  const about = aboutHook(taken);
  const webhook = await settleFailed(
    ctx.db,
    ctx.workspaceId,
    leased,
    posted.result,
    plan,
    now,
    (source) => disabled(ctx, about, "consecutive_failures", source),
  );
  if (webhook && !webhook.isActive) {
    const { workspaceId } = ctx;
    ctx.log("webhook.deactivated", { workspaceId, webhookId: taken.webhookId }, "warn");
  }
}

/** Without its secret nothing can be signed: the webhook waits, switched off, for a new one. */
async function refuseToSign(ctx: WorkspaceCtx, taken: TakenDelivery, lease: string): Promise<void> {
  const { db, workspaceId } = ctx;
  const { webhookId } = taken;
  ctx.log("webhook.secret_unreadable", { workspaceId, webhookId }, "error");
  const about = aboutHook(taken);
  await deactivateWebhook(
    db,
    workspaceId,
    webhookId,
    "secret_unreadable",
    {},
    ctx.now(),
    (source) => disabled(ctx, about, "secret_unreadable", source),
  );
  await releaseDelivery(db, workspaceId, { ...taken, lease }, ctx.now());
}
