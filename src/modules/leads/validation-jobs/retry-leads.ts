import { inWorkspace, type Deps } from "#platform/ctx/ctx.ts";
import { done, type Outcome } from "#platform/ctx/job.ts";
import { runBatch } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { leadReplied } from "#modules/leads/hooks.ts";
import { withAvatars } from "#modules/leads/validation/judge.ts";
import { validateInOrder } from "#modules/leads/validation/in-order.ts";
import { selectRetried } from "#modules/leads/validation/lead-store.ts";
import { always, writeResults } from "#modules/leads/validation/result-store.ts";
import { selectWorkspacesWithRetries, takeDueRetries } from "./retry-store.ts";
import { keepRoutes } from "#modules/leads/validation/route-store.ts";
import { resultOf } from "./run-slice.ts";

/** Leads of one turn. */
const AT_ONCE = 200;

/**
 * Job `validation.retry.v1`: validates leads again whose domain DNS did not answer for. Low
 * priority; each lead has three tries, after which its result is final.
 */
export async function retryLeads(deps: Deps, workspaceId: WorkspaceId): Promise<Outcome> {
  const ctx = inWorkspace(deps, workspaceId);
  const { db, install } = ctx;
  const ids = await takeDueRetries(db, workspaceId, ctx.now(), AT_ONCE);
  if (ids.length === 0) return done;
  const leads = await selectRetried(db, workspaceId, ctx.hooks.one(leadReplied), ids);
  await validateInOrder(ctx, {
    after: 0,
    withAvatars: await withAvatars(ctx),
    sliceMs: Number.POSITIVE_INFINITY,
    read: async (after, limit) => leads.filter((lead) => lead.id > after).slice(0, limit),
    async write(found, routes) {
      const now = ctx.now();
      const results = found.map((one) => resultOf(ctx, one));
      await Promise.all([
        runBatch(install, keepRoutes(install, routes, now)),
        runBatch(db, writeResults(db, workspaceId, results, always, now)),
      ]);
      return true;
    },
    async keep(routes) {
      await runBatch(install, keepRoutes(install, routes, ctx.now()));
    },
  });
  if (ids.length === AT_ONCE) await ctx.queue.send({ type: "validation.retry.v1", workspaceId });
  return done;
}

/** Sweep: wakes the retries of every workspace in which one is due. */
export async function wakeDueRetries(deps: Deps): Promise<void> {
  for (const workspaceId of await selectWorkspacesWithRetries(deps.db, deps.now())) {
    await deps.queue.send({ type: "validation.retry.v1", workspaceId });
  }
}
