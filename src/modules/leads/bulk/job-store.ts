import { and, eq, inArray, sql } from "drizzle-orm";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import type { KeptChoice } from "#modules/leads/choices/chosen.ts";
import type { BulkVerb } from "#modules/leads/contract/bulk.ts";
import { jobs } from "#modules/leads/schema/jobs.ts";
import type { AnyStatement, Db, Statement } from "#platform/db/db.ts";
import type {
  CampaignId,
  JobId,
  ListId,
  TagId,
  UnixMs,
  UserId,
  WorkspaceId,
} from "#platform/rules/ids.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";

/** `jobs.params` and `jobs.result` of bulk work. `up_to`: the highest lead id that is meant. */
export type BulkParams = {
  readonly verb: Exclude<BulkVerb, "validate">;
  readonly choice: KeptChoice;
  readonly up_to: number;
  readonly tag_id: TagId | null;
  readonly list_id: ListId | null;
  readonly from_list_id: ListId | null;
  readonly campaign_id: CampaignId | null;
};
type BulkResult = {
  readonly changed: number;
  readonly error?: { readonly code: string; readonly message: string };
};
export type BulkRow = Omit<typeof jobs.$inferSelect, "params" | "result" | "kind"> & {
  readonly kind: "bulk";
  readonly params: BulkParams;
  readonly result: BulkResult;
};

/** Longer than any wait within a slice; also how long a wake-up may take before it is repeated. */
const JOB_LEASE_MS = MINUTE_MS;

const own = (workspaceId: WorkspaceId, id: JobId) =>
  and(eq(jobs.workspaceId, workspaceId), eq(jobs.kind, "bulk"), eq(jobs.id, id));

/** Begins a job; `before` are statements of the same batch. */
export async function insertBulkJob(
  db: Db,
  workspaceId: WorkspaceId,
  job: { readonly params: BulkParams; readonly total: number; readonly createdBy: UserId | null },
  now: UnixMs,
  line: AnyStatement,
): Promise<BulkRow> {
  const insert = db
    .insert(jobs)
    .values({
      workspaceId,
      kind: "bulk",
      state: "queued",
      params: { ...job.params },
      total: job.total,
      result: { changed: 0 },
      leaseUntil: later(now, JOB_LEASE_MS),
      createdBy: job.createdBy,
      createdAt: now,
    })
    .returning();
  const [rows] = await db.batch([insert, line]);
  return rows[0] as BulkRow; // written above, with params and result of these shapes
}

export async function selectBulkJob(
  db: Db,
  workspaceId: WorkspaceId,
  id: JobId,
): Promise<BulkRow | null> {
  const rows = await db.select().from(jobs).where(own(workspaceId, id));
  // Rows of this kind are written by `insertBulkJob` alone.
  return (rows[0] as BulkRow | undefined) ?? null;
}

/** Leases a job whose lease is free. Null: there is nothing to do. */
export async function takeBulkJob(
  db: Db,
  workspaceId: WorkspaceId,
  id: JobId,
  lease: string,
  now: UnixMs,
): Promise<BulkRow | null> {
  const rows = await db
    .update(jobs)
    .set({ state: "running", lease, leaseUntil: later(now, JOB_LEASE_MS) })
    .where(
      and(
        own(workspaceId, id),
        sql`(state = 'queued' OR (state = 'running' AND (lease IS NULL OR lease_until <= ${now})))`,
        sql`EXISTS (SELECT 1 FROM ${workspaces} w WHERE w.id = ${workspaceId} AND w.deleted_at IS NULL)`,
      ),
    )
    .returning();
  return (rows[0] as BulkRow | undefined) ?? null;
}

/** A leased job, and its cursor as the lease's owner last wrote it. */
export type LeasedBulk = { readonly id: JobId; readonly lease: string; readonly cursor: number };

/**
 * Fails the whole batch unless the job runs under this lease and stands where it stood: the row that
 * it writes is there already, which `isUniqueViolation` tells.
 */
export const failUnlessLeased = (
  db: Db,
  workspaceId: WorkspaceId,
  { id, lease, cursor }: LeasedBulk,
): Statement =>
  db.run(sql`
    INSERT INTO ${jobs} (id, workspace_id, kind, state, params, created_at)
    SELECT j.id, j.workspace_id, j.kind, j.state, j.params, j.created_at FROM ${jobs} j
    WHERE j.id = ${id} AND +j.workspace_id = ${workspaceId}
      AND (j.state <> 'running' OR j.lease IS NOT ${lease} OR j.cursor <> ${cursor})`);

/** Moves a job on behind what was looked at, and its lease with it. */
export const advanceBulkJob = (
  db: Db,
  workspaceId: WorkspaceId,
  id: JobId,
  to: { readonly cursor: number; readonly looked: number },
  now: UnixMs,
): Statement =>
  db
    .update(jobs)
    .set({
      cursor: to.cursor,
      done: sql`${jobs.done} + ${to.looked}`,
      leaseUntil: later(now, JOB_LEASE_MS),
    })
    .where(own(workspaceId, id));

const whereLeased = (workspaceId: WorkspaceId, { id, lease }: Omit<LeasedBulk, "cursor">) =>
  and(own(workspaceId, id), eq(jobs.lease, lease), eq(jobs.state, "running"));

/** Gives a job back for its next turn. */
export async function releaseBulkJob(
  db: Db,
  workspaceId: WorkspaceId,
  leased: Omit<LeasedBulk, "cursor">,
  now: UnixMs,
): Promise<void> {
  await db
    .update(jobs)
    .set({ lease: null, leaseUntil: later(now, JOB_LEASE_MS) })
    .where(whereLeased(workspaceId, leased));
}

/** Ends a job; its total is what it looked at. */
export async function endBulkJob(
  db: Db,
  workspaceId: WorkspaceId,
  leased: Omit<LeasedBulk, "cursor">,
  error: BulkResult["error"] | null,
  now: UnixMs,
): Promise<void> {
  await db
    .update(jobs)
    .set({
      state: error ? "failed" : "completed",
      ...(error
        ? { result: sql`json_set(result, '$.error', json(${JSON.stringify(error)}))` }
        : { total: sql`${jobs.done}` }),
      lease: null,
      leaseUntil: null,
      finishedAt: now,
    })
    .where(whereLeased(workspaceId, leased));
}

/** Stops an unfinished job: the worker that has its lease writes nothing more. */
export async function cancelBulkJob(
  db: Db,
  workspaceId: WorkspaceId,
  id: JobId,
  now: UnixMs,
): Promise<boolean> {
  const rows = await db
    .update(jobs)
    .set({ state: "cancelled", lease: null, leaseUntil: null, finishedAt: now })
    .where(and(own(workspaceId, id), inArray(jobs.state, ["queued", "running"])))
    .returning({ id: jobs.id });
  return rows.length > 0;
}

/** Every workspace: jobs whose holder or wake-up was not heard of for the length of a lease. */
export const freeOverdueBulk = (
  db: Db,
  now: UnixMs,
  limit: number,
): Promise<{ id: JobId; workspaceId: WorkspaceId }[]> =>
  db
    .update(jobs)
    .set({ lease: null, leaseUntil: later(now, JOB_LEASE_MS) })
    .where(
      sql`${jobs.id} IN (SELECT id FROM ${jobs} WHERE state IN ('queued', 'running')
        AND lease_until <= ${now} AND kind = 'bulk' ORDER BY id LIMIT ${limit})`,
    )
    .returning({ id: jobs.id, workspaceId: jobs.workspaceId });

/** Counts what the statements behind it in the batch change. */
export const countChanged = (
  db: Db,
  workspaceId: WorkspaceId,
  id: JobId,
  changed: ReturnType<typeof sql>,
): Statement =>
  db
    .update(jobs)
    .set({ result: sql`json_set(result, '$.changed', (result->>'changed') + ${changed})` })
    .where(own(workspaceId, id));
