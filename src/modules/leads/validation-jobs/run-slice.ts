import { inWorkspace, type Deps, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { done, type Outcome } from "#platform/ctx/job.ts";
import { runBatch } from "#platform/db/db.ts";
import type { JobId, LeadId, WorkspaceId } from "#platform/rules/ids.ts";
import { leadReplied } from "#modules/leads/hooks.ts";
import {
  type LeasedJob,
  advanceJob,
  completeJob,
  isLeased,
  releaseJob,
  takeJob,
  type ValidationParams,
} from "./job-store.ts";
import { judge, type LeadAtHand, withAvatars } from "#modules/leads/validation/judge.ts";
import { selectChosenLeads, selectListLeads } from "#modules/leads/validation/lead-store.ts";
import type { AddressSource, Found } from "#modules/leads/validation/look-ahead.ts";
import { filterOfChoice } from "#modules/leads/choices/chosen.ts";
import { type Stretch, walkChoice } from "#modules/leads/choices/walk-choice.ts";
import { type RunEnd, validateInOrder } from "#modules/leads/validation/in-order.ts";
import { type LeadResult, writeResults } from "#modules/leads/validation/result-store.ts";
import { keepRoutes } from "#modules/leads/validation/route-store.ts";
import { validateAddresses } from "#modules/leads/validations/validate-addresses.ts";
import { wakeNextQueued } from "./wake-validations.ts";

/** A turn: short enough that jobs of other workspaces go on between two of them. */
export const SLICE_MS = 2_500;

/**
 * Job `validation.slice.v1`: the next turn of a validation, and a wake-up for the one after it.
 * Its lease lets one turn run at a time; killed anywhere, the next one goes on behind the last
 * lead whose result was written.
 */
export async function runSlice(
  deps: Deps,
  { workspaceId, jobId }: { workspaceId: WorkspaceId; jobId: JobId },
): Promise<Outcome> {
  const ctx = inWorkspace(deps, workspaceId);
  const lease = crypto.randomUUID();
  const row = await takeJob(ctx.db, workspaceId, jobId, lease, {
    atOnce: ctx.settings.RUNNING_VALIDATIONS_PER_WORKSPACE,
    now: ctx.now(),
  });
  if (!row) return done;
  const leased = { id: jobId, lease, cursor: row.cursor };
  const end = await (row.kind === "addresses"
    ? validateAddresses(ctx, leased, { sliceMs: SLICE_MS, reasons: row.result.reasons })
    : validateLeads(ctx, leased, await readerOf(ctx, row.params)));
  if (end === "end") await completeJob(ctx.db, workspaceId, leased, ctx.now());
  if (end === "more") {
    await releaseJob(ctx.db, workspaceId, leased, ctx.now());
    await ctx.queue.send({ type: "validation.slice.v1", workspaceId, jobId });
  } else await wakeNextQueued(ctx);
  return done;
}

/** What reads the leads of a job in their order. */
async function readerOf(
  ctx: WorkspaceCtx,
  { list_id: id, up_to: upTo, choice }: ValidationParams,
): Promise<AddressSource<LeadAtHand>["read"]> {
  const { db, workspaceId } = ctx;
  const replied = ctx.hooks.one(leadReplied);
  if (id !== null) {
    return (after, limit) => selectListLeads(db, workspaceId, replied, { id, upTo, after }, limit);
  }
  const walk = await walkChoice(ctx, filterOfChoice(choice ?? { lead_ids: [] }), upTo);
  return async (after, limit) => {
    const found = [];
    let place: number | null = after;
    while (place !== null && found.length < limit) {
      const { ids, end }: Stretch = await walk.next(place, limit - found.length);
      found.push(...(await selectChosenLeads(db, workspaceId, replied, ids)));
      place = end;
    }
    return found;
  };
}

async function validateLeads(
  ctx: WorkspaceCtx,
  start: LeasedJob,
  read: AddressSource<LeadAtHand>["read"],
): Promise<RunEnd> {
  const { db, install, workspaceId } = ctx;
  let leased = start;
  return validateInOrder(ctx, {
    after: leased.cursor,
    withAvatars: await withAvatars(ctx),
    sliceMs: SLICE_MS,
    read,
    async write(found, routes) {
      const results = found.map((one) => resultOf(ctx, one));
      const upTo = found.at(-1)?.lead.id ?? (leased.cursor as LeadId); // a cursor is a lead's id, or 0
      const now = ctx.now();
      const written = { upTo, done: results.length, counts: countsOf(results) };
      const [settled] = await Promise.all([
        runBatch(db, [
          ...writeResults(db, workspaceId, results, isLeased(workspaceId, leased), now),
          advanceJob(db, workspaceId, leased, written, now),
        ]),
        runBatch(install, keepRoutes(install, routes, now)),
      ]);
      leased = { ...leased, cursor: upTo };
      // The last statement returns the job's row where it was still ours.
      return (settled.at(-1) as unknown[]).length > 0;
    },
    async keep(routes) {
      await runBatch(install, keepRoutes(install, routes, ctx.now()));
    },
  });
}

/** The score of a lead, as it is written. */
export function resultOf(ctx: WorkspaceCtx, { lead, findings }: Found<LeadAtHand>): LeadResult {
  return { lead, ...judge(ctx, lead, findings, lead.retries) };
}

function countsOf(results: readonly LeadResult[]) {
  const counts = { valid: 0, risky: 0, invalid: 0 };
  for (const { breakdown } of results) counts[breakdown.status]++;
  return counts;
}
