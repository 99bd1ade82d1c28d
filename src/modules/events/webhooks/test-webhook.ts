import type { TestWebhookAnswer, TestWebhookBody } from "#modules/events/contract/webhooks.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { invalidField, notFound } from "#platform/rules/errors.ts";
import type { WebhookId } from "#platform/rules/ids.ts";
import { testWebhookIdOf } from "#modules/events/rules/sign.ts";
import { sampleBody } from "#modules/events/rules/sample-event.ts";
import { insertTestAttempt } from "./log-store.ts";
import { postEvent } from "#modules/events/webhook-deliveries/post-event.ts";
import { presentTest } from "./present.ts";
import { openSecret } from "./create-webhook.ts";
import { finishAttempt } from "#modules/events/webhook-deliveries/settle-store.ts";
import { selectWebhook } from "./store.ts";

/**
 * Posts a made-up event to a webhook now, active or not, and answers what came back. It is logged,
 * but counts neither for nor against the webhook. Throws `not_found`, and `validation_failed` for
 * an event that the webhook does not subscribe to.
 */
export async function testWebhook(
  ctx: WorkspaceCtx,
  id: WebhookId,
  body: TestWebhookBody,
): Promise<TestWebhookAnswer> {
  const webhook = await selectWebhook(ctx.db, ctx.workspaceId, id);
  if (!webhook) throw notFound("webhook");
  const event = body.event ?? webhook.events[0];
  if (event === undefined || !webhook.events.includes(event)) {
    throw invalidField("event", "not_subscribed", "Choose one of the events of this webhook.");
  }
  const secret = await openSecret(ctx, webhook.secret);
  const lease = crypto.randomUUID();
  const startedAt = ctx.now();
  const test = { webhookId: id, event, lease, startedAt };
  const logId = await insertTestAttempt(ctx.db, ctx.workspaceId, test);
  const { isDelivered, result } = await postEvent(ctx, {
    url: webhook.url,
    secret,
    id: testWebhookIdOf(lease),
    event,
    attempt: 1,
    body: sampleBody(event, ctx.workspaceId, startedAt),
    at: startedAt,
  });
  await finishAttempt(ctx.db, ctx.workspaceId, logId, result, ctx.now());
  return presentTest({ ok: isDelivered, event, logId, result });
}
