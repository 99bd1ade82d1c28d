import type { Deps } from "#platform/ctx/ctx.ts";
import type { WebhookId } from "#platform/rules/ids.ts";
import { freeLapsed, selectStartable } from "./due-store.ts";

/** Deliveries woken in one sweep. */
const PER_SWEEP = 500;

/**
 * Sweep: frees what dead processes had leased, and enqueues the due deliveries that their webhooks
 * may start now. Waking one twice is harmless.
 */
export async function wakeDueDeliveries(deps: Deps): Promise<void> {
  const now = deps.now();
  const interrupted = await freeLapsed(deps.db, now);
  if (interrupted > 0) deps.log("webhook.attempts_interrupted", { count: interrupted }, "warn");
  const woken = new Map<WebhookId, number>();
  for (const { id, workspaceId, webhookId, places } of await selectStartable(
    deps.db,
    now,
    PER_SWEEP,
  )) {
    const before = woken.get(webhookId) ?? 0;
    if (before >= places) continue;
    woken.set(webhookId, before + 1);
    await deps.queue.send({ type: "webhook.deliver.v1", workspaceId, deliveryId: id });
  }
}
