import { and, asc, eq, isNull, lte, type Placeholder, sql, type SQL } from "drizzle-orm";
import type { QueuedHit } from "#platform/ctx/job.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import { writtenOnce } from "#platform/db/written-once.ts";
import { workspaceSettings } from "#modules/accounts/schema/accounts.ts";
import { hitBatches, hits } from "#modules/events/schema/events.ts";
import type { HitId, SendId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";

/** True until the hits of any of these messages, a JSON list of their ids, were written. */
const areNew = (ids: string | Placeholder): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${hitBatches} WHERE id IN (SELECT value FROM json_each(${ids})))`;

const given = sql.placeholder;
const keepers = sql`
  SELECT w.workspace_id FROM ${workspaceSettings} w
  WHERE w.workspace_id IN (SELECT value FROM json_each(${given("workspaces")}))
    AND w.value ->> '$.tracking.keep_ip'`;
const address = sql`${given("addresses")} ->> j.key`;

/** In the order of the table's columns. Written once: a flood asks for it hundreds of times a second. */
const insertion = writtenOnce((db) =>
  db.insert(hits).select(sql`
    SELECT NULL, j.value->>0, j.value->>1, j.value->>2, j.value->>3, j.value->>4, NULL, NULL, j.value->>5,
      CASE WHEN EXISTS (${keepers}) AND j.value->>0 IN (${keepers}) AND ${address} IS NOT NULL
        THEN json_insert(j.value->>6, '$.address', ${address}) ELSE j.value->>6 END
    FROM json_each(${given("hits")}) j WHERE ${areNew(given("batchIds"))}`),
);

/**
 * Hits of any number of workspaces in one statement; each names its own, from its signed token. The
 * address is stored where the workspace asks for it alone. Every column that is
 * read from a hit's JSON costs, so signals are text, as they are stored, and addresses lie apart,
 * where nobody looks unless one of the workspaces keeps them. Nothing is written if any of the
 * queue messages `batchIds` was here before.
 */
export function insertHits(
  db: Db,
  rows: readonly QueuedHit[],
  batchIds: readonly string[] = [],
): Statement {
  const payload = rows.map((hit) => [
    hit.workspaceId,
    hit.sendId,
    hit.kind,
    hit.url,
    hit.at,
    hit.signals.source,
    signalsText(hit.signals),
  ]);
  return insertion(db, {
    hits: JSON.stringify(payload),
    workspaces: JSON.stringify([...new Set(rows.map((hit) => hit.workspaceId))]),
    addresses: JSON.stringify(rows.map((hit) => hit.signals.address ?? null)),
    batchIds: JSON.stringify(batchIds),
  });
}

/** As they are stored: the source has a column of its own. Named one by one, since a rest of them costs more. */
const signalsText = ({
  agent,
  prefetch,
  head,
  private: local,
  network,
}: QueuedHit["signals"]): string =>
  JSON.stringify({ network, agent, prefetch, head, private: local });

/** Remembers queue messages whose hits are written in the same batch; none if any was here before. */
export function insertBatches(db: Db, ids: readonly string[], now: UnixMs): Statement {
  const listed = JSON.stringify(ids);
  return db.run(sql`
    INSERT INTO ${hitBatches} (id, at)
    SELECT DISTINCT value, ${now} FROM json_each(${listed}) WHERE ${areNew(listed)}`);
}

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

/** Blanks where a person clicked and from which address of the net. */
export const blankHits = ({ db, workspaceId }: WorkspaceCtx, those: SQL): Statement[] => [
  db.run(sql`
    UPDATE ${hits} SET url = CASE WHEN url IS NULL THEN NULL ELSE '' END, signals = json_remove(signals, '$.address')
    WHERE workspace_id = ${workspaceId}
      AND send_id IN (SELECT id FROM ${sends} WHERE ${those})`),
];
