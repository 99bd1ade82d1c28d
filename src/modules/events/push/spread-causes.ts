import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { done, type Outcome } from "#platform/ctx/job.ts";
import { runBatch } from "#platform/db/db.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import { deleteCause, takeCauses } from "./causes-store.ts";
import { insertMessages, selectMessagesOf } from "./messages-store.ts";

/** Longer than the statements take. */
const LEASE_MS = MINUTE_MS;
const AT_ONCE = 100;

/**
 * Job `push.spread.v1`: writes a message for each browser that is to hear of what happened in a workspace.
 * The two may lie in two databases, so a cause is deleted last: killed in between, it finds its
 * messages there.
 */
export async function spreadCauses(ctx: WorkspaceCtx): Promise<Outcome> {
  const { db, install, workspaceId } = ctx;
  const now = ctx.now();
  const take = { now, leaseUntil: later(now, LEASE_MS), limit: AT_ONCE };
  for (const cause of await takeCauses(db, workspaceId, take)) {
    await runBatch(install, [insertMessages(install, cause, now)]);
    await runBatch(db, [deleteCause(db, workspaceId, cause.key)]);
    for (const messageId of await selectMessagesOf(install, cause.key)) {
      await ctx.queue.send({ type: "push.deliver.v1", messageId });
    }
  }
  return done;
}
