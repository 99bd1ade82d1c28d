import { type SQL, sql } from "drizzle-orm";
import type { ValidationBreakdown } from "#modules/leads/contract/validation.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { validationRetries } from "#modules/leads/schema/validation.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { LeadAtHand } from "./judge.ts";

/** A lead's result; `retryAt` when its domain is asked about again. */
export type LeadResult = {
  readonly lead: LeadAtHand;
  readonly breakdown: ValidationBreakdown;
  readonly retryAt: UnixMs | null;
};

/** The guard of a result that nobody can take back. */
export const always: SQL = sql`1`;

/**
 * Writes results while `guard` holds: score, status and breakdown of each lead that still has the
 * address that was judged, and when it is validated again.
 */
export function writeResults(
  db: Db,
  workspaceId: WorkspaceId,
  results: readonly LeadResult[],
  guard: SQL,
  now: UnixMs,
): Statement[] {
  const rows = JSON.stringify(
    results.map(({ lead, breakdown, retryAt }) => [
      lead.id,
      lead.email,
      breakdown.score,
      breakdown.status,
      breakdown,
      lead.retries,
      retryAt,
    ]),
  );
  const waits = results.some(({ retryAt }) => retryAt !== null);
  const postpone = db.run(sql`
    INSERT INTO ${validationRetries} (lead_id, workspace_id, attempts, due_at)
    SELECT j.value->>0, ${workspaceId}, j.value->>5, j.value->>6 FROM json_each(${rows}) j
    WHERE j.value->>6 IS NOT NULL AND ${guard} AND EXISTS (SELECT 1 FROM ${leads} l
      WHERE l.id = j.value->>0 AND +l.workspace_id = ${workspaceId} AND l.email = j.value->>1)
    ON CONFLICT (lead_id) DO UPDATE SET attempts = excluded.attempts, due_at = excluded.due_at`);
  return [
    ...(waits ? [postpone] : []),
    db.run(sql`
      DELETE FROM ${validationRetries} WHERE +workspace_id = ${workspaceId} AND ${guard}
        AND lead_id IN (SELECT value->>0 FROM json_each(${rows}) WHERE value->>6 IS NULL)`),
    db.run(sql`
      UPDATE ${leads} SET score = j.value->>2, validation_status = j.value->>3,
        validation = j.value->4, validated_at = ${now}
      FROM json_each(${rows}) j
      WHERE ${leads}.id = j.value->>0 AND +${leads}.workspace_id = ${workspaceId}
        AND ${leads}.email = j.value->>1 AND ${guard}`),
  ];
}
