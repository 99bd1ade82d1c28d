import { and, asc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { countJobsOfKind, selectJobsOfKind } from "#modules/leads/jobs/job-list-store.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { jobs } from "#modules/leads/schema/jobs.ts";
import { importErrors, lists } from "#modules/leads/schema/leads.ts";
import type { JobId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { ImportRow } from "./import-store.ts";

export async function selectLeadCount(db: Db, workspaceId: WorkspaceId): Promise<number> {
  const rows = await db
    .select({ n: workspaces.leadCount })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  return rows[0]?.n ?? 0;
}

export async function selectImport(
  db: Db,
  workspaceId: WorkspaceId,
  id: JobId,
): Promise<ImportRow | null> {
  const rows = await db
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.workspaceId, workspaceId),
        inArray(jobs.kind, ["import", "link"]),
        eq(jobs.id, id),
      ),
    );
  // Rows of these kinds are written by `beginImport` and `claimLink` alone, with params and result of these shapes.
  return (rows[0] as ImportRow | undefined) ?? null;
}

/** Newest first, from below `before` (null: from the newest). */
export async function selectImports(
  db: Db,
  workspaceId: WorkspaceId,
  before: number | null,
  page: { limit: number; offset: number },
): Promise<ImportRow[]> {
  return (await selectJobsOfKind(db, workspaceId, "import", before, page)) as ImportRow[];
}

export const countImports = (db: Db, workspaceId: WorkspaceId): Promise<number> =>
  countJobsOfKind(db, workspaceId, "import");

/** Bad rows of an import in the order of the file, from behind row `after`. */
export const selectErrors = (
  db: Db,
  workspaceId: WorkspaceId,
  jobId: JobId,
  after: number,
  limit: number,
) =>
  db
    .select()
    .from(importErrors)
    .where(
      and(
        eq(importErrors.workspaceId, workspaceId),
        eq(importErrors.jobId, jobId),
        gt(importErrors.id, after),
      ),
    )
    .orderBy(asc(importErrors.id))
    .limit(limit);

/** Ends a running import that could not go on. */
export async function failImport(
  db: Db,
  workspaceId: WorkspaceId,
  id: JobId,
  error: { code: string; message: string },
  now: UnixMs,
): Promise<void> {
  await db
    .update(jobs)
    .set({
      state: "failed",
      leaseUntil: null,
      finishedAt: now,
      result: sql`json_set(result, '$.error', json(${JSON.stringify(error)}))`,
    })
    .where(and(eq(jobs.workspaceId, workspaceId), eq(jobs.id, id), eq(jobs.state, "running")));
}

/** Ends imports of every workspace whose process is gone. Validation jobs lease themselves. */
export async function failLapsed(
  db: Db,
  now: UnixMs,
  error: { code: string; message: string },
): Promise<void> {
  await db
    .update(jobs)
    .set({
      state: "failed",
      leaseUntil: null,
      finishedAt: now,
      result: sql`json_set(result, '$.error', json(${JSON.stringify(error)}))`,
    })
    .where(and(eq(jobs.state, "running"), lt(jobs.leaseUntil, now), eq(jobs.kind, "import")));
}

/** Gives the list that an import made the name that came behind its file. */
export async function renameImport(
  db: Db,
  workspaceId: WorkspaceId,
  id: JobId,
  name: string,
): Promise<void> {
  const own = and(eq(jobs.workspaceId, workspaceId), eq(jobs.id, id));
  const listId = db
    .select({ id: sql`params->>'list_id'` })
    .from(jobs)
    .where(own);
  await db.batch([
    db
      .update(lists)
      .set({ name })
      .where(and(eq(lists.workspaceId, workspaceId), eq(lists.id, sql`(${listId})`))),
    db
      .update(jobs)
      .set({ params: sql`json_set(params, '$.list_name', ${name})` })
      .where(own),
  ]);
}
