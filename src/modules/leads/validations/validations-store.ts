import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { type Db, runBatch, type Statement } from "#platform/db/db.ts";
import { jobFiles, jobs } from "#modules/leads/schema/jobs.ts";
import { validationResults, validationRows } from "#modules/leads/schema/validation.ts";
import { isLeased, type LeasedJob } from "#modules/leads/validation-jobs/job-store.ts";
import type { Encoding } from "#modules/leads/rules/files/encoding.ts";
import type { JobId, UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";

/** What is needed to write the results into the file that was sent. */
export type FileLayout = {
  /** The line of the names of its columns; 0 without one. */
  readonly header: number;
  /** Columns that have a name, or a place in the line of names. */
  readonly named: number;
  /** Names of the columns that are added. */
  readonly names: readonly string[];
  /** Columns of the file: of its longest row, within limits. */
  readonly width: number;
} & (
  | { readonly format: "csv"; readonly delimiter: string; readonly encoding: Encoding }
  | { readonly format: "xlsx"; readonly part: string; readonly sheet: string }
);

/** `jobs.params` and `jobs.result` of a validation of addresses. */
export type AddressesParams = {
  readonly name: string;
  /** Bytes of its file. */
  readonly size: number;
  /** Null: an array was sent. */
  readonly layout: FileLayout | null;
  readonly column: string | null;
};
export type AddressesResult = {
  readonly valid: number;
  readonly risky: number;
  readonly invalid: number;
  readonly started_at: UnixMs | null;
  /** How many rows have each reason. */
  readonly reasons: Readonly<Record<string, number>>;
};
const NOTHING: AddressesResult = {
  valid: 0,
  risky: 0,
  invalid: 0,
  started_at: null,
  reasons: {},
};

export type AddressesRow = Omit<typeof jobs.$inferSelect, "params" | "result" | "state"> & {
  state: Exclude<(typeof jobs.$inferSelect)["state"], "receiving">;
  params: AddressesParams;
  result: AddressesResult;
};

const ofKind = (workspaceId: WorkspaceId): SQL =>
  sql`${jobs.workspaceId} = ${workspaceId} AND ${jobs.kind} = 'addresses'`;
/** Those whose file has arrived. */
const whole = (workspaceId: WorkspaceId): SQL =>
  sql`${ofKind(workspaceId)} AND ${jobs.state} <> 'receiving'`;

/** Begins a validation whose addresses are still to come. */
export async function insertReceiving(
  db: Db,
  workspaceId: WorkspaceId,
  job: { createdBy: UserId | null; leaseUntil: UnixMs },
  now: UnixMs,
): Promise<JobId> {
  const [row] = await db
    .insert(jobs)
    .values({
      workspaceId,
      kind: "addresses",
      state: "receiving",
      params: {},
      result: NOTHING,
      leaseUntil: job.leaseUntil,
      createdBy: job.createdBy,
      createdAt: now,
    })
    .returning({ id: jobs.id });
  if (!row) throw new Error("a row that was inserted is gone");
  return row.id;
}

/** Ready to be validated: all of it is there. */
export const queueReceived = (
  db: Db,
  workspaceId: WorkspaceId,
  id: JobId,
  job: { params: AddressesParams; total: number; leaseUntil: UnixMs },
): Statement =>
  db
    .update(jobs)
    .set({ state: "queued", params: job.params, total: job.total, leaseUntil: job.leaseUntil })
    .where(and(ofKind(workspaceId), eq(jobs.id, id), eq(jobs.state, "receiving")));

/** Tells that the file is still coming. */
export const extendReceiving = (
  db: Db,
  workspaceId: WorkspaceId,
  id: JobId,
  leaseUntil: UnixMs,
): Statement =>
  db
    .update(jobs)
    .set({ leaseUntil })
    .where(and(ofKind(workspaceId), eq(jobs.id, id), eq(jobs.state, "receiving")));

export async function selectValidation(
  db: Db,
  workspaceId: WorkspaceId,
  id: JobId,
): Promise<AddressesRow | null> {
  const rows = await db
    .select()
    .from(jobs)
    .where(and(whole(workspaceId), eq(jobs.id, id)));
  // Rows of this kind are written by `queueReceived` alone, with params and result of these shapes.
  return (rows[0] as AddressesRow | undefined) ?? null;
}

/** Newest first, from below `before` (null: from the newest). */
export async function selectValidations(
  db: Db,
  workspaceId: WorkspaceId,
  before: number | null,
  page: { limit: number; offset: number },
): Promise<AddressesRow[]> {
  const rows = await db
    .select()
    .from(jobs)
    .where(and(whole(workspaceId), before === null ? undefined : sql`${jobs.id} < ${before}`))
    .orderBy(desc(jobs.id))
    .limit(page.limit)
    .offset(page.offset);
  return rows as AddressesRow[];
}

/** Notes how many rows have each reason by now, while the job is leased. */
export const noteReasons = (
  db: Db,
  workspaceId: WorkspaceId,
  leased: LeasedJob,
  reasons: AddressesResult["reasons"],
): Statement =>
  db
    .update(jobs)
    .set({ result: sql`json_set(result, '$.reasons', json(${JSON.stringify(reasons)}))` })
    .where(and(ofKind(workspaceId), eq(jobs.id, leased.id), isLeased(workspaceId, leased)));

/** How many validations of addresses are kept, and how many rows they have together. */
export async function countKept(
  db: Db,
  workspaceId: WorkspaceId,
): Promise<{ validations: number; rows: number }> {
  const [row] = await db
    .select({ n: sql<number>`count(*)`, rows: sql<number>`coalesce(sum(${jobs.total}), 0)` })
    .from(jobs)
    .where(whole(workspaceId));
  return { validations: row?.n ?? 0, rows: row?.rows ?? 0 };
}

const ofJob = (
  table: typeof jobFiles | typeof validationRows | typeof validationResults,
  workspaceId: WorkspaceId,
  id: JobId,
) => and(eq(table.jobId, id), sql`+${table.workspaceId} = ${workspaceId}`);

/** Deletes a validation with all that is kept for it, unless it runs: then its worker would write on. */
/** For audit lines: while a validation is there. */
export const whileValidation = (workspaceId: WorkspaceId, id: JobId): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${jobs} WHERE ${ofKind(workspaceId)} AND id = ${id})`;

export async function deleteValidation(
  db: Db,
  workspaceId: WorkspaceId,
  id: JobId,
  line: readonly Statement[] = [],
): Promise<boolean> {
  const results = await runBatch(db, [
    ...line,
    db.delete(jobFiles).where(ofJob(jobFiles, workspaceId, id)),
    db.delete(validationRows).where(ofJob(validationRows, workspaceId, id)),
    db.delete(validationResults).where(ofJob(validationResults, workspaceId, id)),
    db
      .delete(jobs)
      .where(and(ofKind(workspaceId), eq(jobs.id, id)))
      .returning({ id: jobs.id }),
  ]);
  return (results.at(-1) as unknown[]).length > 0;
}

/** Across workspaces: those that ended before `before`, and those whose file stopped to come. */
export const selectOutdated = (
  db: Db,
  { before, now, limit }: { before: UnixMs; now: UnixMs; limit: number },
): Promise<{ id: JobId; workspaceId: WorkspaceId }[]> =>
  db
    .select({ id: jobs.id, workspaceId: jobs.workspaceId })
    .from(jobs)
    .where(
      sql`${jobs.kind} = 'addresses' AND ((${jobs.state} = 'receiving' AND ${jobs.leaseUntil} < ${now})
        OR (${jobs.state} IN ('completed', 'failed', 'cancelled') AND ${jobs.finishedAt} < ${before}))`,
    )
    .orderBy(jobs.id)
    .limit(limit);

/** Deletes the validations in which an address stands: a file cannot be made to forget one row. */
export function forgetValidationsOf(db: Db, workspaceId: WorkspaceId, email: string): Statement[] {
  const those = sql`(SELECT DISTINCT job_id FROM ${validationRows}
    WHERE workspace_id = ${workspaceId} AND instr(rows, ${JSON.stringify(email)}) > 0)`;
  return [
    db.run(
      sql`DELETE FROM ${jobFiles} WHERE job_id IN ${those} AND +workspace_id = ${workspaceId}`,
    ),
    db.run(
      sql`DELETE FROM ${validationResults} WHERE job_id IN ${those} AND +workspace_id = ${workspaceId}`,
    ),
    db.run(sql`DELETE FROM ${jobs} WHERE id IN ${those} AND +workspace_id = ${workspaceId}`),
    db.run(
      sql`DELETE FROM ${validationRows} WHERE job_id IN ${those} AND +workspace_id = ${workspaceId}`,
    ),
  ];
}
