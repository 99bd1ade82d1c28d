import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { KeptChoice } from "#modules/leads/choices/chosen.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import { countJobsOfKind, selectJobsOfKind } from "#modules/leads/jobs/job-list-store.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { jobs } from "#modules/leads/schema/jobs.ts";
import { listLeads, lists } from "#modules/leads/schema/leads.ts";
import type { JobId, LeadId, ListId, UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import type { ValidationStatus } from "#modules/leads/rules/validation/validation.ts";

/**
 * `jobs.params` and `jobs.result` of a validation. `up_to`: the highest lead id when it began;
 * `choice`: which leads, where they are no list.
 */
export type ValidationParams = { list_id: ListId | null; up_to: LeadId; choice?: KeptChoice };
export type ValidationResult = Record<ValidationStatus, number> & { started_at: UnixMs | null };
export const NOTHING: ValidationResult = { valid: 0, risky: 0, invalid: 0, started_at: null };

export type ValidationRow = Omit<typeof jobs.$inferSelect, "params" | "result" | "state"> & {
  state: Exclude<(typeof jobs.$inferSelect)["state"], "receiving">;
  params: ValidationParams;
  result: ValidationResult;
};
// Rows of this kind are written by `insertJob` and `insertChosenJob` alone, with params and result of these shapes.
const asRows = (rows: readonly (typeof jobs.$inferSelect)[]) => rows as ValidationRow[];

/** Longer than any wait within a slice; also how long a wake-up may take before it is repeated. */
export const JOB_LEASE_MS = MINUTE_MS;

/** Validations of lists, and of addresses that are no leads: they take each other's places. */
const OF_BOTH_KINDS = sql`kind IN ('validation', 'addresses')`;

const own = (workspaceId: WorkspaceId, id: JobId) =>
  and(eq(jobs.workspaceId, workspaceId), OF_BOTH_KINDS, eq(jobs.id, id));

/** Of every workspace there are few: the index of unfinished jobs leads to them. */
const unfinished = (workspaceId: WorkspaceId): SQL =>
  sql`state IN ('queued', 'running') AND kind = 'validation' AND +workspace_id = ${workspaceId}`;

/** Whether the job `jobs` may begin to run. */
const hasPlace = (
  atOnce: number,
): SQL => sql`(SELECT count(*) FROM ${jobs} o WHERE o.state = 'running' AND o.kind IN ('validation', 'addresses')
  AND +o.workspace_id = ${jobs.workspaceId}) < ${atOnce}`;

/**
 * Begins a job for a list, completed at once where the list is empty; none where one of this list
 * is unfinished. Answers the list's newest job.
 */
export async function insertJob(
  db: Db,
  workspaceId: WorkspaceId,
  job: { listId: ListId; createdBy: UserId | null },
  now: UnixMs,
): Promise<{ row: ValidationRow | null; isNew: boolean }> {
  const ofList = sql`params->>'list_id' = ${job.listId}`;
  const [made, found] = await db.batch([
    db.all<{ id: JobId }>(sql`
      INSERT INTO ${jobs} (workspace_id, kind, state, params, total, result, lease_until, created_by,
        created_at, finished_at)
      SELECT ${workspaceId}, 'validation', iif(l.lead_count = 0, 'completed', 'queued'),
        json_object('list_id', l.id, 'up_to',
          (SELECT coalesce(max(m.lead_id), 0) FROM ${listLeads} m WHERE m.list_id = l.id)),
        l.lead_count, ${JSON.stringify(NOTHING)}, iif(l.lead_count = 0, NULL, ${later(now, JOB_LEASE_MS)}),
        ${job.createdBy}, ${now}, iif(l.lead_count = 0, ${now}, NULL)
      FROM ${lists} l WHERE l.id = ${job.listId} AND l.workspace_id = ${workspaceId}
        AND NOT EXISTS (SELECT 1 FROM ${jobs} WHERE ${unfinished(workspaceId)} AND ${ofList})
      RETURNING id`),
    db
      .select()
      .from(jobs)
      .where(and(eq(jobs.workspaceId, workspaceId), eq(jobs.kind, "validation"), ofList))
      .orderBy(desc(jobs.id))
      .limit(1),
  ]);
  return { row: asRows(found)[0] ?? null, isNew: made.length > 0 };
}

export async function selectJob(
  db: Db,
  workspaceId: WorkspaceId,
  id: JobId,
): Promise<ValidationRow | null> {
  const ofList = and(own(workspaceId, id), eq(jobs.kind, "validation"));
  return asRows(await db.select().from(jobs).where(ofList))[0] ?? null;
}

/** Newest first, from below `before` (null: from the newest). */
export async function selectJobs(
  db: Db,
  workspaceId: WorkspaceId,
  before: number | null,
  page: { limit: number; offset: number },
): Promise<ValidationRow[]> {
  return asRows(await selectJobsOfKind(db, workspaceId, "validation", before, page));
}

export const countJobs = (db: Db, workspaceId: WorkspaceId): Promise<number> =>
  countJobsOfKind(db, workspaceId, "validation");

/**
 * Leases a job: a running one whose lease is free, or a waiting one as soon as its workspace has a
 * place. Null: there is nothing to do.
 */
export async function takeJob(
  db: Db,
  workspaceId: WorkspaceId,
  id: JobId,
  lease: string,
  { atOnce, now }: { atOnce: number; now: UnixMs },
): Promise<TakenJob | null> {
  const rows = await db
    .update(jobs)
    .set({
      state: "running",
      lease,
      leaseUntil: later(now, JOB_LEASE_MS),
      result: sql`json_set(result, '$.started_at', coalesce(result->>'started_at', ${now}))`,
    })
    .where(
      and(
        own(workspaceId, id),
        sql`((state = 'running' AND (lease IS NULL OR lease_until <= ${now})) OR (state = 'queued' AND ${hasPlace(atOnce)}))`,
        sql`EXISTS (SELECT 1 FROM ${workspaces} w WHERE w.id = ${workspaceId} AND w.deleted_at IS NULL)`,
      ),
    )
    .returning();
  // Each kind is written with params of its own shape alone.
  return (rows[0] as TakenJob | undefined) ?? null;
}

type Taken = Pick<typeof jobs.$inferSelect, "id" | "cursor">;
export type TakenJob =
  | (Taken & { readonly kind: "validation"; readonly params: ValidationParams })
  | (Taken & {
      readonly kind: "addresses";
      readonly result: { readonly reasons: Readonly<Record<string, number>> };
    });

/** A leased job, and its cursor as the lease's owner last wrote it. */
export type LeasedJob = { readonly id: JobId; readonly lease: string; readonly cursor: number };

/** True while the job runs under this lease and its cursor is unchanged. */
export const isLeased = (workspaceId: WorkspaceId, leased: LeasedJob): SQL =>
  sql`EXISTS (SELECT 1 FROM ${jobs} WHERE id = ${leased.id} AND workspace_id = ${workspaceId}
    AND state = 'running' AND lease = ${leased.lease} AND cursor = ${leased.cursor})`;

/** Moves a job on behind what was written, and its lease with it; returns its id. */
export function advanceJob(
  db: Db,
  workspaceId: WorkspaceId,
  leased: LeasedJob,
  written: { upTo: number; done: number; counts: Readonly<Record<ValidationStatus, number>> },
  now: UnixMs,
): Statement {
  const { valid, risky, invalid } = written.counts;
  return db
    .update(jobs)
    .set({
      cursor: written.upTo,
      done: sql`${jobs.done} + ${written.done}`,
      leaseUntil: later(now, JOB_LEASE_MS),
      result: sql`json_set(result, '$.valid', (result->>'valid') + ${valid},
        '$.risky', (result->>'risky') + ${risky}, '$.invalid', (result->>'invalid') + ${invalid})`,
    })
    .where(and(own(workspaceId, leased.id), isLeased(workspaceId, leased)))
    .returning({ id: jobs.id });
}

const whereLeased = (workspaceId: WorkspaceId, leased: Pick<LeasedJob, "id" | "lease">) =>
  and(own(workspaceId, leased.id), eq(jobs.lease, leased.lease), eq(jobs.state, "running"));

/** Gives a job back for its next turn. */
export async function releaseJob(
  db: Db,
  workspaceId: WorkspaceId,
  leased: Pick<LeasedJob, "id" | "lease">,
  now: UnixMs,
): Promise<void> {
  await db
    .update(jobs)
    .set({ lease: null, leaseUntil: later(now, JOB_LEASE_MS) })
    .where(whereLeased(workspaceId, leased));
}

/** Ends a job; leads that left the list meanwhile leave its total as well. */
export async function completeJob(
  db: Db,
  workspaceId: WorkspaceId,
  leased: Pick<LeasedJob, "id" | "lease">,
  now: UnixMs,
): Promise<void> {
  await db
    .update(jobs)
    .set({
      state: "completed",
      total: sql`${jobs.done}`,
      lease: null,
      leaseUntil: null,
      finishedAt: now,
    })
    .where(whereLeased(workspaceId, leased));
}

/**
 * Stops an unfinished job: the worker that has its lease writes nothing more. False: it is finished,
 * or not there.
 */
export async function cancelJob(
  db: Db,
  workspaceId: WorkspaceId,
  { id, kind }: { id: JobId; kind: TakenJob["kind"] },
  now: UnixMs,
): Promise<boolean> {
  const rows = await db
    .update(jobs)
    .set({ state: "cancelled", lease: null, leaseUntil: null, finishedAt: now })
    .where(and(own(workspaceId, id), eq(jobs.kind, kind), sql`state IN ('queued', 'running')`))
    .returning({ id: jobs.id });
  return rows.length > 0;
}

/** The job of a workspace that waits longest. */
export async function selectNextQueued(db: Db, workspaceId: WorkspaceId): Promise<JobId | null> {
  const rows = await db.all<{ id: JobId }>(sql`
    SELECT id FROM ${jobs} WHERE state = 'queued' AND ${OF_BOTH_KINDS} AND +workspace_id = ${workspaceId}
    ORDER BY id LIMIT 1`);
  return rows[0]?.id ?? null;
}

/**
 * Every workspace: jobs whose holder or wake-up was not heard of for the length of a lease, and that
 * may run. They are free again, and not answered a second time before another such while.
 */
export async function freeOverdue(
  db: Db,
  now: UnixMs,
  { atOnce, limit }: { atOnce: number; limit: number },
): Promise<{ id: JobId; workspaceId: WorkspaceId }[]> {
  const overdue = sql`SELECT id FROM ${jobs} WHERE state IN ('queued', 'running') AND lease_until <= ${now}
    AND ${OF_BOTH_KINDS} AND (state = 'running' OR ${hasPlace(atOnce)}) ORDER BY id LIMIT ${limit}`;
  return db
    .update(jobs)
    .set({ lease: null, leaseUntil: later(now, JOB_LEASE_MS) })
    .where(sql`${jobs.id} IN (${overdue})`)
    .returning({ id: jobs.id, workspaceId: jobs.workspaceId });
}
