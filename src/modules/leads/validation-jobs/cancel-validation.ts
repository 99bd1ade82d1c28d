import type { ValidationJob } from "#modules/leads/contract/validation.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError, notFound } from "#platform/rules/errors.ts";
import type { JobId } from "#platform/rules/ids.ts";
import { cancelJob, selectJob } from "./job-store.ts";
import { presentJob } from "./present.ts";
import { wakeNextQueued } from "./wake-validations.ts";

/**
 * Stops a validation; results that were written stay. Once more is harmless. Throws `not_found`,
 * and `invalid_state` for one that is completed.
 */
export async function cancelValidation(ctx: WorkspaceCtx, id: JobId): Promise<ValidationJob> {
  const { db, workspaceId } = ctx;
  const isStopped = await cancelJob(db, workspaceId, { id, kind: "validation" }, ctx.now());
  if (isStopped) await wakeNextQueued(ctx);
  const row = await selectJob(db, workspaceId, id);
  if (!row) throw notFound("validation");
  if (!isStopped && row.state !== "cancelled") {
    throw new AppError("invalid_state", "This validation has already finished.");
  }
  return presentJob(row);
}
