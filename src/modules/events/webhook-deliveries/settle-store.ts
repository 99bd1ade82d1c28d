import { type SQL, sql } from "drizzle-orm";
import type { AttemptError } from "#modules/events/contract/webhooks.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import { webhookAttempts, webhookDeliveries, webhooks } from "#modules/events/schema/events.ts";
import type { DeliveryId, UnixMs, WebhookId, WorkspaceId } from "#platform/rules/ids.ts";
import { WEBHOOK_FAILURES_TO_DEACTIVATE } from "#platform/rules/choices.ts";

/** How a request ended, as the log keeps it. */
export type AttemptResult = {
  readonly statusCode: number | null;
  readonly responseBody: string | null;
  readonly durationMs: number;
  readonly error: AttemptError | null;
};

type Held = {
  readonly id: DeliveryId;
  readonly webhookId: WebhookId;
  readonly attemptId: number;
  readonly lease: string;
};

/** The lease still holds: not lapsed, not cancelled. */
const isHeld = ({ id, lease }: Held): SQL => sql`EXISTS (SELECT 1 FROM ${webhookDeliveries} h
  WHERE h.id = ${id} AND h.lease = ${lease} AND h.state = 'leased')`;

/** Writes the end of an attempt, whatever became of its delivery meanwhile. */
export const finishAttempt = (
  db: Db,
  workspaceId: WorkspaceId,
  attemptId: number,
  result: AttemptResult,
  now: UnixMs,
) =>
  db
    .update(webhookAttempts)
    .set({ ...result, finishedAt: now })
    .where(
      sql`${webhookAttempts.workspaceId} = ${workspaceId} AND ${webhookAttempts.id} = ${attemptId}
        AND ${webhookAttempts.finishedAt} IS NULL`,
    );

/** The receiver said yes: delivered, and the streak ends. */
export async function settleDelivered(
  db: Db,
  workspaceId: WorkspaceId,
  held: Held,
  result: AttemptResult,
  now: UnixMs,
): Promise<void> {
  await db.batch([
    finishAttempt(db, workspaceId, held.attemptId, result, now),
    db.run(sql`
      UPDATE ${webhooks} SET consecutive_failures = 0, next_attempt_at = NULL
      WHERE id = ${held.webhookId} AND workspace_id = ${workspaceId} AND is_active = 1
        AND consecutive_failures > 0 AND ${isHeld(held)}`),
    db.run(sql`
      UPDATE ${webhookDeliveries} SET state = 'delivered', lease = NULL, lease_until = NULL
      WHERE id = ${held.id} AND workspace_id = ${workspaceId} AND lease = ${held.lease} AND state = 'leased'`),
  ]);
}

/**
 * The attempt failed: the streak grows, the delivery waits or is exhausted (`retryAt` null). The
 * tenth in a row switches the webhook off and parks what it waits for, in the same batch.
 * `gapsMs`: by streak, how long the webhook's next attempt waits. Answers the webhook as it is now;
 * null when it was deleted or the lease had lapsed.
 */
export async function settleFailed(
  db: Db,
  workspaceId: WorkspaceId,
  held: Held,
  result: AttemptResult,
  plan: { retryAt: UnixMs | null; gapsMs: readonly number[]; holdMs: number },
  now: UnixMs,
  told: (source: SQL) => Statement,
) {
  const tenth = sql`consecutive_failures + 1 >= ${WEBHOOK_FAILURES_TO_DEACTIVATE}`;
  const gap = sql`json_extract(${JSON.stringify(plan.gapsMs)}, '$[' || (consecutive_failures + 1) || ']')`;
  const [, , , rows] = await db.batch([
    told(sql`FROM ${webhooks} w WHERE w.id = ${held.webhookId} AND w.workspace_id = ${workspaceId}
      AND w.is_active = 1 AND ${tenth} AND ${isHeld(held)}`),
    finishAttempt(db, workspaceId, held.attemptId, result, now),
    db.run(sql`
      UPDATE ${webhookDeliveries} SET state = 'parked'
      WHERE workspace_id = ${workspaceId} AND webhook_id = ${held.webhookId} AND state = 'pending'
        AND ${isHeld(held)}
        AND EXISTS (SELECT 1 FROM ${webhooks} w WHERE w.id = ${held.webhookId} AND w.is_active = 1 AND ${tenth})`),
    db
      .update(webhooks)
      .set({
        consecutiveFailures: sql`consecutive_failures + 1`,
        nextAttemptAt: sql`max(coalesce(next_attempt_at, 0), ${now} + max(${plan.holdMs}, coalesce(${gap}, 0)))`,
        isActive: sql`NOT (${tenth})`,
        disabledAt: sql`CASE WHEN ${tenth} THEN ${now} END`,
        disabledReason: sql`CASE WHEN ${tenth} THEN 'consecutive_failures' END`,
      })
      .where(
        sql`${webhooks.id} = ${held.webhookId} AND ${webhooks.workspaceId} = ${workspaceId}
          AND ${webhooks.isActive} = 1 AND ${isHeld(held)}`,
      )
      .returning({ isActive: webhooks.isActive, streak: webhooks.consecutiveFailures }),
    db.run(sql`
      UPDATE ${webhookDeliveries} SET attempts = attempts + 1, lease = NULL, lease_until = NULL,
        next_at = ${plan.retryAt ?? now},
        state = CASE WHEN ${plan.retryAt} IS NULL THEN 'exhausted'
          WHEN EXISTS (SELECT 1 FROM ${webhooks} w WHERE w.id = ${held.webhookId} AND w.is_active = 1)
          THEN 'pending' ELSE 'parked' END
      WHERE id = ${held.id} AND workspace_id = ${workspaceId} AND lease = ${held.lease} AND state = 'leased'`),
  ]);
  return rows[0] ?? null;
}

/** Gives a lease back without a result: the attempt ends `interrupted` and does not count. */
export async function releaseDelivery(
  db: Db,
  workspaceId: WorkspaceId,
  held: Held,
  now: UnixMs,
): Promise<void> {
  const interrupted = {
    statusCode: null,
    responseBody: null,
    durationMs: 0,
    error: "interrupted",
  } as const;
  await db.batch([
    finishAttempt(db, workspaceId, held.attemptId, interrupted, now),
    db.run(sql`
      UPDATE ${webhookDeliveries} SET lease = NULL, lease_until = NULL, state = ${stateAfterLapse}
      WHERE id = ${held.id} AND workspace_id = ${workspaceId} AND lease = ${held.lease} AND state = 'leased'`),
  ]);
}

/** Where a delivery without a result goes: by what became of its webhook. */
export const stateAfterLapse = sql`coalesce((SELECT CASE WHEN w.is_active THEN 'pending' ELSE 'parked' END
  FROM ${webhooks} w WHERE w.id = ${webhookDeliveries}.webhook_id), 'cancelled')`;
