import type { Deps, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { freeOverdue, selectNextQueued } from "./job-store.ts";

/** Jobs woken in one sweep. */
const PER_SWEEP = 100;

/** Wakes the job that waits longest for a place in this workspace, if there is one. */
export async function wakeNextQueued(ctx: WorkspaceCtx): Promise<void> {
  const { workspaceId } = ctx;
  const jobId = await selectNextQueued(ctx.db, workspaceId);
  if (jobId !== null) await ctx.queue.send({ type: "validation.slice.v1", workspaceId, jobId });
}

/** Sweep: wakes validations whose turn died with its process, or whose wake-up was lost. */
export async function wakeOverdueValidations(deps: Deps): Promise<void> {
  for (const { id, workspaceId } of await freeOverdue(deps.db, deps.now(), {
    atOnce: deps.settings.RUNNING_VALIDATIONS_PER_WORKSPACE,
    limit: PER_SWEEP,
  })) {
    await deps.queue.send({ type: "validation.slice.v1", workspaceId, jobId: id });
  }
}
