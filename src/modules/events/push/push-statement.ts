import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import type { Statement } from "#platform/db/db.ts";
import { insertCause } from "./causes-store.ts";

type NewCause = Parameters<typeof insertCause>[2];

/**
 * The statement that notifies people in their browsers of something, for the batch that makes it true: once
 * for each browser whose person wants that and may see the thread. Without `userId` it is for
 * everybody. Put it before the statement that changes the state; `source` repeats that statement's
 * condition on the old state: `WHERE ...`, or `FROM ... WHERE ...` when ids come from the rows.
 * After the batch call `wakePush`; a lost wake-up costs only time.
 */
export const pushStatement = (
  { db, workspaceId, now }: Pick<WorkspaceCtx, "db" | "workspaceId" | "now">,
  cause: Pick<NewCause, "kind" | "threadId"> & Partial<Pick<NewCause, "userId" | "amount">>,
  source?: Parameters<typeof insertCause>[4],
): Statement =>
  insertCause(
    db,
    workspaceId,
    { key: crypto.randomUUID(), userId: null, amount: 1, ...cause },
    now(),
    source,
  );

/** Lets it be sent at once, and not at the next sweep. Never throws: the row is stored. */
export async function wakePush(ctx: WorkspaceCtx): Promise<void> {
  try {
    await ctx.queue.send({ type: "push.spread.v1", workspaceId: ctx.workspaceId });
  } catch (cause) {
    ctx.log("push.unwoken", { cause: describe(cause) }, "warn");
  }
}
