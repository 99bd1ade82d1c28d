import { type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { DAY_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import { selectShared } from "./outside-store.ts";
import { forgetLeft, leavePool, noteFacts, selectJoined, selectUnchecked } from "./pool-store.ts";

/** The pool's copy of a mailbox is at most so old. */
const CHECK_EVERY_MS = 5 * MINUTE_MS;
const WORKSPACES_PER_SWEEP = 10;
/** Longer than an answer takes. */
const REMEMBER_LEFT_MS = 14 * DAY_MS;

/** Sweep: what became of the pool's mailboxes in their workspaces; who is gone leaves. */
export async function keepPool(deps: Deps): Promise<void> {
  const { install } = deps;
  const now = deps.now();
  const due = await selectUnchecked(install, later(now, -CHECK_EVERY_MS), WORKSPACES_PER_SWEEP);
  for (const workspaceId of due) {
    const joined = await selectJoined(install, workspaceId);
    const ids = joined.map(({ mailboxId }) => mailboxId);
    const shared = await selectShared(inWorkspace(deps, workspaceId).db, workspaceId, ids);
    const facts = shared.map((one) => ({ ...one, isReady: one.isReady === 1 }));
    await runBatch(install, [
      leavePool(
        install,
        workspaceId,
        facts.map(({ mailboxId }) => mailboxId),
        now,
      ),
      noteFacts(install, workspaceId, facts, now),
    ]);
  }
  await runBatch(install, [forgetLeft(install, later(now, -REMEMBER_LEFT_MS))]);
}
