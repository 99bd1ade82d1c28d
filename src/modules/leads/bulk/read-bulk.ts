import type { BulkJob } from "#modules/leads/contract/bulk.ts";
import { selectJob } from "#modules/leads/validation-jobs/job-store.ts";
import { cancelValidation } from "#modules/leads/validation-jobs/cancel-validation.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError, notFound } from "#platform/rules/errors.ts";
import type { JobId } from "#platform/rules/ids.ts";
import { cancelBulkJob, selectBulkJob } from "./job-store.ts";
import { presentBulk, presentValidationAsBulk } from "./present.ts";

/** Progress of bulk work, a validation included. Throws `not_found`. */
export async function readBulk(ctx: WorkspaceCtx, id: JobId): Promise<BulkJob> {
  const row = await selectBulkJob(ctx.db, ctx.workspaceId, id);
  if (row) return presentBulk(row);
  const validation = await selectJob(ctx.db, ctx.workspaceId, id);
  if (!validation) throw notFound("bulk job");
  return presentValidationAsBulk(validation);
}

/**
 * Stops bulk work; what was done stays. Once more is harmless. Throws `not_found`, and
 * `invalid_state` for work that has ended.
 */
export async function cancelBulk(ctx: WorkspaceCtx, id: JobId): Promise<BulkJob> {
  const isStopped = await cancelBulkJob(ctx.db, ctx.workspaceId, id, ctx.now());
  const job = await readBulk(ctx, id);
  if (job.verb === "validate") {
    await cancelValidation(ctx, id);
    return readBulk(ctx, id);
  }
  if (!isStopped && job.status !== "cancelled") {
    throw new AppError("invalid_state", "This job has already finished.");
  }
  return job;
}
