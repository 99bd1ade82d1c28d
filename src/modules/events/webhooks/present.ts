import type {
  AttemptError,
  TestWebhookAnswer,
  Webhook,
  WebhookLog,
} from "#modules/events/contract/webhooks.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import type { EventType } from "#modules/events/rules/event.ts";
import { sampleBody } from "#modules/events/rules/sample-event.ts";
import { openHeaders, testWebhookIdOf, webhookIdOf } from "#modules/events/rules/sign.ts";
import type { ListedAttempt } from "./log-store.ts";
import type { AttemptResult } from "#modules/events/webhook-deliveries/settle-store.ts";
import type { WebhookRow } from "./store.ts";

/** A webhook as callers see it: never its secret. */
export const presentWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  workspace_id: row.workspaceId,
  url: row.url,
  events: row.events,
  has_secret: row.secret !== "",
  is_active: row.isActive,
  consecutive_failures: row.consecutiveFailures,
  disabled_at: isoOrNull(row.disabledAt),
  // Written by this feature's statements alone, from the contract's three reasons.
  disabled_reason: row.disabledReason as Webhook["disabled_reason"],
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});

export const presentLog = (row: ListedAttempt): WebhookLog => ({
  id: row.id,
  event: row.event,
  delivery_id: row.deliveryId,
  attempt: row.attempt,
  status_code: row.statusCode,
  response_body: row.responseBody,
  duration_ms: row.durationMs,
  // Written by this feature's statements alone, from the contract's words.
  error: row.error as AttemptError | null,
  request: requestOf(row),
  created_at: iso(row.startedAt),
});

/** What an attempt posted, made again from what is stored; a test's body is made up a second time. */
function requestOf(row: ListedAttempt): WebhookLog["request"] {
  const { deliveryId, deliveryCreatedAt, event, attempt, startedAt: at } = row;
  const headers = (id: string) => openHeaders({ id, event, attempt, at });
  if (deliveryId === null) {
    const body = sampleBody(event, row.workspaceId, at);
    return { headers: headers(testWebhookIdOf(row.lease)), body };
  }
  if (row.body === null || deliveryCreatedAt === null) return null;
  return { headers: headers(webhookIdOf(deliveryId, deliveryCreatedAt)), body: row.body };
}

export const presentTest = (test: {
  ok: boolean;
  event: EventType;
  logId: number;
  result: AttemptResult;
}): TestWebhookAnswer => ({
  ok: test.ok,
  event: test.event,
  log_id: test.logId,
  status_code: test.result.statusCode,
  response_body: test.result.responseBody,
  duration_ms: test.result.durationMs,
  error: test.result.error,
});
