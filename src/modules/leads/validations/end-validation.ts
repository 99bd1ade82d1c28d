import type { AddressValidation } from "#modules/leads/contract/validations.ts";
import { deletionLine } from "#modules/accounts/audit/audit-statement.ts";
import type { Deps, MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError, notFound } from "#platform/rules/errors.ts";
import type { JobId } from "#platform/rules/ids.ts";
import { later } from "#platform/rules/time.ts";
import { cancelJob } from "#modules/leads/validation-jobs/job-store.ts";
import { wakeNextQueued } from "#modules/leads/validation-jobs/wake-validations.ts";
import { KEPT_MS, presentValidation } from "./present.ts";
import { findValidation } from "./read-validations.ts";
import { deleteValidation, selectOutdated, whileValidation } from "./validations-store.ts";

/**
 * Stops a validation; results so far stay and can be downloaded. Once more is harmless. Throws
 * `not_found`, and `invalid_state` for one that is completed.
 */
export async function cancelAddressValidation(
  ctx: WorkspaceCtx,
  id: JobId,
): Promise<AddressValidation> {
  const { db, workspaceId } = ctx;
  const isStopped = await cancelJob(db, workspaceId, { id, kind: "addresses" }, ctx.now());
  if (isStopped) await wakeNextQueued(ctx);
  const row = await findValidation(ctx, id);
  if (!isStopped && row.state !== "cancelled") {
    throw new AppError("invalid_state", "This validation has already finished.");
  }
  return presentValidation(row);
}

/** Deletes a validation with its file and its results, whatever its state. Throws `not_found`. */
export async function deleteAddressValidation(ctx: MemberCtx, id: JobId): Promise<void> {
  const row = await findValidation(ctx, id);
  const { db, workspaceId } = ctx;
  const line = deletionLine(ctx, "validation", id, whileValidation(workspaceId, id));
  if (!(await deleteValidation(db, workspaceId, id, [line]))) throw notFound("validation");
  if (row.state === "running") await wakeNextQueued(ctx);
}

const PER_SWEEP = 20;

/** Sweep: deletes validations that ended a week ago, and what is left of uploads that broke off. */
export async function forgetValidations({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  const before = later(now(), -KEPT_MS);
  for (const { id, workspaceId } of await selectOutdated(db, {
    before,
    now: now(),
    limit: PER_SWEEP,
  })) {
    await deleteValidation(db, workspaceId, id);
  }
}
