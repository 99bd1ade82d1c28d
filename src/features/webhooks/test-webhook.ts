import type { TestWebhookAnswer, TestWebhookBody } from "#contract/webhooks.ts";
import type { WorkspaceCtx } from "#core/ctx.ts";
import { invalidField, notFound } from "#domain/errors.ts";
import type { WebhookId } from "#domain/ids.ts";
import { sampleBody } from "#domain/webhooks/sample-event.ts";
import { insertTestAttempt } from "./log-store.ts";
import { postEvent } from "./post-event.ts";
import { presentTest } from "./present.ts";
import { openSecret } from "./secrets.ts";
import { finishAttempt } from "./settle-store.ts";
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
    throw invalidField("event", "not_subscribed", "Choose an event of this webhook.");
  }
  const secret = await openSecret(ctx, webhook.secret);
  const lease = crypto.randomUUID();
  const startedAt = ctx.now();
  const test = { webhookId: id, event, lease, startedAt };
  const logId = await insertTestAttempt(ctx.db, ctx.workspaceId, test);
  const { isDelivered, result } = await postEvent(ctx, {
    url: webhook.url,
    secret,
    id: `msg_test_${lease}`,
    event,
    attempt: 1,
    body: sampleBody(event, ctx.workspaceId, startedAt),
  });
  await finishAttempt(ctx.db, ctx.workspaceId, logId, result, ctx.now());
  return presentTest({ ok: isDelivered, event, logId, result });
}
