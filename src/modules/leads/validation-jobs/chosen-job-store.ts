import type { KeptChoice } from "#modules/leads/choices/chosen.ts";
import { jobs } from "#modules/leads/schema/jobs.ts";
import type { Db } from "#platform/db/db.ts";
import type { UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";
import { later } from "#platform/rules/time.ts";
import { JOB_LEASE_MS, NOTHING, type ValidationRow } from "./job-store.ts";

/** Begins a job for leads that are no list; completed at once where there are none. */
export async function insertChosenJob(
  db: Db,
  workspaceId: WorkspaceId,
  job: {
    readonly choice: KeptChoice;
    readonly total: number;
    readonly upTo: number;
    readonly createdBy: UserId | null;
  },
  now: UnixMs,
): Promise<ValidationRow> {
  const isOver = job.total === 0;
  const rows = await db
    .insert(jobs)
    .values({
      workspaceId,
      kind: "validation",
      state: isOver ? "completed" : "queued",
      params: { list_id: null, up_to: job.upTo, choice: job.choice },
      total: job.total,
      result: NOTHING,
      leaseUntil: isOver ? null : later(now, JOB_LEASE_MS),
      createdBy: job.createdBy,
      createdAt: now,
      finishedAt: isOver ? now : null,
    })
    .returning();
  // Written above, with params and result of these shapes.
  return rows[0] as ValidationRow;
}
