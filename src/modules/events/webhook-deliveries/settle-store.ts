import { type SQL, sql } from "drizzle-orm";
import type { AttemptError } from "#modules/events/contract/webhooks.ts";
import { type Db, runBatch, type Statement } from "#platform/db/db.ts";
import { webhookAttempts, webhookDeliveries, webhooks } from "#modules/events/schema/events.ts";
import type { DeliveryId, UnixMs, WebhookId, WorkspaceId } from "#platform/rules/ids.ts";
import { WEBHOOK_FAILURES_TO_DEACTIVATE } from "#platform/rules/choices.ts";

/** How a request ended, as the log keeps it. */
export type AttemptResult = {
  readonly statusCode: number | null;
  readonly responseBody: string | null;
  readonly durationMs: number;
  readonly error: AttemptError | null;
  /** What to grant or to correct. */
  readonly problem?: string | null;
};

type LeasedDelivery = {
  readonly id: DeliveryId;
  readonly webhookId: WebhookId;
  readonly attemptId: number;
  readonly lease: string;
};

/** The lease still holds: not lapsed, not cancelled. */
const isLeased = ({
  id,
  lease,
}: LeasedDelivery): SQL => sql`EXISTS (SELECT 1 FROM ${webhookDeliveries} h
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
  leased: LeasedDelivery,
  result: AttemptResult,
  now: UnixMs,
): Promise<void> {
  await db.batch([
    finishAttempt(db, workspaceId, leased.attemptId, result, now),
    db.run(sql`
      UPDATE ${webhooks} SET consecutive_failures = 0, next_attempt_at = NULL
      WHERE id = ${leased.webhookId} AND workspace_id = ${workspaceId} AND is_active = 1
        AND consecutive_failures > 0 AND ${isLeased(leased)}`),
    db.run(sql`
      UPDATE ${webhookDeliveries} SET state = 'delivered', lease = NULL, lease_until = NULL
      WHERE id = ${leased.id} AND workspace_id = ${workspaceId} AND lease = ${leased.lease} AND state = 'leased'`),
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
  leased: LeasedDelivery,
  result: AttemptResult,
  plan: { retryAt: UnixMs | null; gapsMs: readonly number[]; waitMs: number },
  now: UnixMs,
  disabledFrom: (source: SQL) => readonly Statement[],
) {
  const tenth = sql`consecutive_failures + 1 >= ${WEBHOOK_FAILURES_TO_DEACTIVATE}`;
  const gap = sql`json_extract(${JSON.stringify(plan.gapsMs)}, '$[' || (consecutive_failures + 1) || ']')`;
  const results = await runBatch(db, [
    ...disabledFrom(sql`FROM ${webhooks} w WHERE w.id = ${leased.webhookId} AND w.workspace_id = ${workspaceId}
      AND w.is_active = 1 AND ${tenth} AND ${isLeased(leased)}`),
    finishAttempt(db, workspaceId, leased.attemptId, result, now),
    db.run(sql`
      UPDATE ${webhookDeliveries} SET state = 'parked'
      WHERE workspace_id = ${workspaceId} AND webhook_id = ${leased.webhookId} AND state = 'pending'
        AND ${isLeased(leased)}
        AND EXISTS (SELECT 1 FROM ${webhooks} w WHERE w.id = ${leased.webhookId} AND w.is_active = 1 AND ${tenth})`),
    db
      .update(webhooks)
      .set({
        consecutiveFailures: sql`consecutive_failures + 1`,
        nextAttemptAt: sql`max(coalesce(next_attempt_at, 0), ${now} + max(${plan.waitMs}, coalesce(${gap}, 0)))`,
        isActive: sql`NOT (${tenth})`,
        disabledAt: sql`CASE WHEN ${tenth} THEN ${now} END`,
        disabledReason: sql`CASE WHEN ${tenth} THEN 'consecutive_failures' END`,
      })
      .where(
        sql`${webhooks.id} = ${leased.webhookId} AND ${webhooks.workspaceId} = ${workspaceId}
          AND ${webhooks.isActive} = 1 AND ${isLeased(leased)}`,
      )
      .returning({ isActive: webhooks.isActive, streak: webhooks.consecutiveFailures }),
    db.run(sql`
      UPDATE ${webhookDeliveries} SET attempts = attempts + 1, lease = NULL, lease_until = NULL,
        next_at = ${plan.retryAt ?? now},
        state = CASE WHEN ${plan.retryAt} IS NULL THEN 'exhausted'
          WHEN EXISTS (SELECT 1 FROM ${webhooks} w WHERE w.id = ${leased.webhookId} AND w.is_active = 1)
          THEN 'pending' ELSE 'parked' END
      WHERE id = ${leased.id} AND workspace_id = ${workspaceId} AND lease = ${leased.lease} AND state = 'leased'`),
  ]);
  // The webhook's own update answers its row.
  const rows = results.at(-2) as { isActive: boolean; streak: number }[];
  return rows[0] ?? null;
}

/** Gives a lease back without a result: the attempt ends `interrupted` and does not count. */
export async function releaseDelivery(
  db: Db,
  workspaceId: WorkspaceId,
  leased: LeasedDelivery,
  now: UnixMs,
): Promise<void> {
  const interrupted = {
    statusCode: null,
    responseBody: null,
    durationMs: 0,
    error: "interrupted",
  } as const;
  await db.batch([
    finishAttempt(db, workspaceId, leased.attemptId, interrupted, now),
    db.run(sql`
      UPDATE ${webhookDeliveries} SET lease = NULL, lease_until = NULL, state = ${stateAfterLapse}
      WHERE id = ${leased.id} AND workspace_id = ${workspaceId} AND lease = ${leased.lease} AND state = 'leased'`),
  ]);
}

/** Where a delivery without a result goes: by what became of its webhook. */
export const stateAfterLapse = sql`coalesce((SELECT CASE WHEN w.is_active THEN 'pending' ELSE 'parked' END
  FROM ${webhooks} w WHERE w.id = ${webhookDeliveries}.webhook_id), 'cancelled')`;
