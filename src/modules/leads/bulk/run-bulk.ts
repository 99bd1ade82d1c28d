import { filterOfChoice } from "#modules/leads/choices/chosen.ts";
import { type Stretch, walkChoice } from "#modules/leads/choices/walk-choice.ts";
import { type Deps, inWorkspace, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { done, type Outcome } from "#platform/ctx/job.ts";
import { isUniqueViolation, runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { JobId, WorkspaceId } from "#platform/rules/ids.ts";
import { actOn, finishBulk } from "./acts.ts";
import {
  advanceBulkJob,
  type BulkRow,
  countChanged,
  endBulkJob,
  failUnlessLeased,
  type LeasedBulk,
  releaseBulkJob,
  selectBulkJob,
  takeBulkJob,
  freeOverdueBulk,
} from "./job-store.ts";

/** A turn: short enough that jobs of other workspaces go on between two of them. */
const SLICE_MS = 2_500;
/** Leads of one batch: some 20 ms of one core, whatever is done with them. */
const LEADS_PER_BATCH = 1_000;

/**
 * Job `leads.bulk.v1`: the next turn of bulk work, and a wake-up for the one after it. Each batch
 * moves the cursor, and fails as a whole for a worker that lost its lease: killed anywhere, the next
 * turn goes on behind the last lead that was written.
 */
export async function runBulk(
  deps: Deps,
  { workspaceId, jobId }: { workspaceId: WorkspaceId; jobId: JobId },
): Promise<Outcome> {
  const ctx = inWorkspace(deps, workspaceId);
  const leased = { id: jobId, lease: crypto.randomUUID() };
  const row = await takeBulkJob(ctx.db, workspaceId, jobId, leased.lease, ctx.now());
  if (!row) return done;
  const end = await turn(ctx, row, leased.lease);
  if (end === "more") {
    await releaseBulkJob(ctx.db, workspaceId, leased, ctx.now());
    await ctx.queue.send({ type: "leads.bulk.v1", workspaceId, jobId });
  } else if (end !== "lost") {
    const error = end === "end" ? null : { code: end.code, message: end.message };
    await endBulkJob(ctx.db, workspaceId, leased, error, ctx.now());
  }
  return done;
}

/** `lost`: somebody cancelled the job, or has its lease now. */
async function turn(
  ctx: WorkspaceCtx,
  { id, params, cursor }: BulkRow,
  lease: string,
): Promise<"end" | "more" | "lost" | AppError> {
  const began = ctx.now();
  const walk = await walkChoice(ctx, filterOfChoice(params.choice), params.up_to);
  let leased: LeasedBulk = { id, lease, cursor };
  for (;;) {
    const { ids, end }: Stretch = await walk.next(leased.cursor, LEADS_PER_BATCH);
    const next = end ?? params.up_to;
    try {
      await writeOne(ctx, leased, params, { ids, next });
    } catch (cause) {
      if (cause instanceof AppError) return cause;
      if (isUniqueViolation(cause)) return "lost";
      throw cause;
    }
    leased = { ...leased, cursor: next };
    if (end === null) return ending(ctx, id, params);
    if (ctx.now() - began > SLICE_MS) return "more";
    await ctx.wait(0);
  }
}

async function ending(
  ctx: WorkspaceCtx,
  id: JobId,
  params: BulkRow["params"],
): Promise<"end" | AppError> {
  const row = await selectBulkJob(ctx.db, ctx.workspaceId, id);
  try {
    await finishBulk(ctx, params, row?.result.changed ?? 0);
    return "end";
  } catch (cause) {
    if (cause instanceof AppError) return cause;
    throw cause;
  }
}

async function writeOne(
  ctx: WorkspaceCtx,
  leased: LeasedBulk,
  params: BulkRow["params"],
  { ids, next }: { ids: Stretch["ids"]; next: number },
): Promise<void> {
  const { db, workspaceId } = ctx;
  const act = ids.length === 0 ? null : await actOn(ctx, params, ids);
  await runBatch(db, [
    failUnlessLeased(db, workspaceId, leased),
    ...(act ? [countChanged(db, workspaceId, leased.id, act.changed), ...act.statements] : []),
    advanceBulkJob(db, workspaceId, leased.id, { cursor: next, looked: ids.length }, ctx.now()),
  ]);
}

/** Jobs woken in one sweep. */
const PER_SWEEP = 100;

/** Sweep: wakes bulk work whose turn died with its process, or whose wake-up was lost. */
export async function wakeOverdueBulk(deps: Deps): Promise<void> {
  for (const { id, workspaceId } of await freeOverdueBulk(deps.db, deps.now(), PER_SWEEP)) {
    await deps.queue.send({ type: "leads.bulk.v1", workspaceId, jobId: id });
  }
}
