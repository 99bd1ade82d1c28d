import { and, asc, eq, isNull, lte, sql, type SQL } from "drizzle-orm";
import type { QueuedHit } from "#core/job.ts";
import type { Db, Statement } from "#db/db.ts";
import { hitBatches, hits } from "#db/schema/events.ts";
import type { HitId, SendId, UnixMs, WorkspaceId } from "#domain/ids.ts";

/** Hits of any number of workspaces in one statement; each names its own, from its signed token. */
export function insertHits(db: Db, rows: readonly QueuedHit[], guard: SQL = sql`1`): Statement {
  const payload = rows.map(({ signals: { source, ...signals }, ...hit }) => [
    hit.workspaceId,
    hit.sendId,
    hit.kind,
    hit.url,
    hit.at,
    source,
    signals,
  ]);
  return db.run(sql`
    INSERT INTO ${hits} (workspace_id, send_id, kind, url, at, source, signals)
    SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->6
    FROM json_each(${JSON.stringify(payload)}) WHERE ${guard}`);
}

/** True until the hits of the message were written. */
export const batchIsNew = (batchId: string): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${hitBatches} WHERE id = ${batchId})`;

export const insertBatch = (db: Db, batchId: string, now: UnixMs): Statement =>
  db.insert(hitBatches).values({ id: batchId, at: now }).onConflictDoNothing();

export type DueHit = {
  readonly id: HitId;
  readonly workspaceId: WorkspaceId;
  readonly sendId: SendId;
  readonly at: UnixMs;
};

/** Unjudged hits of one kind until `until`, oldest first; of one workspace, or of all for the sweep. */
export function selectUnjudged(
  db: Db,
  workspaceId: WorkspaceId | null,
  kind: QueuedHit["kind"],
  until: UnixMs,
  limit: number,
): Promise<DueHit[]> {
  return db
    .select({ id: hits.id, workspaceId: hits.workspaceId, sendId: hits.sendId, at: hits.at })
    .from(hits)
    .where(
      and(
        isNull(hits.verdict),
        eq(hits.kind, kind),
        lte(hits.at, until),
        workspaceId === null ? undefined : eq(hits.workspaceId, workspaceId),
      ),
    )
    .orderBy(asc(hits.at))
    .limit(limit);
}

/** Removes the source of judged hits from before `before`, some at a time. */
export function forgetSources(db: Db, before: UnixMs, limit: number): Statement {
  return db.run(sql`
    UPDATE ${hits} SET source = NULL WHERE id IN (
      SELECT id FROM ${hits} WHERE source IS NOT NULL AND verdict IS NOT NULL AND at < ${before}
      ORDER BY at LIMIT ${limit})`);
}

export function deleteBatches(db: Db, before: UnixMs, limit: number): Statement {
  return db.run(sql`
    DELETE FROM ${hitBatches} WHERE id IN (
      SELECT id FROM ${hitBatches} WHERE at < ${before} ORDER BY at LIMIT ${limit})`);
}
