import type { Deps } from "#platform/ctx/ctx.ts";
import { changes, runBatch } from "#platform/db/db.ts";
import { DAY_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import { deleteBatches, forgetSources } from "./store.ts";

/** Long enough for every rule, and no longer (mail, rule 3). */
const SOURCE_KEPT_MS = 2 * MINUTE_MS;
/** A queue message lives 14 days at most; after that it cannot come again. */
const BATCH_KEPT_MS = 15 * DAY_MS;
/** A statement of so many takes a few milliseconds; so many statements forget 1,000 hits a second. */
const AT_ONCE = 500;
const ROUNDS = 10;

/** Sweep: removes the sources of judged hits and the marks of queue messages that nothing needs any more. */
export async function forgetHits(deps: Deps): Promise<void> {
  const now = deps.now();
  for (let round = 0; round < ROUNDS; round++) {
    const results = await runBatch(deps.db, [
      forgetSources(deps.db, later(now, -SOURCE_KEPT_MS), AT_ONCE),
      deleteBatches(deps.db, later(now, -BATCH_KEPT_MS), AT_ONCE),
    ]);
    if (results.every((result) => changes(result) < AT_ONCE)) return;
    await deps.hits.leaveRoom();
  }
}
