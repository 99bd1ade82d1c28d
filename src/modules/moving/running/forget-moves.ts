import type { Deps } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { endWatched, forgetFound, selectEnded } from "./forget-store.ts";

/** After its end a move may still be looked at for so long. */
const KEPT_MS = 30 * DAY_MS;
const MOVES_PER_SWEEP = 5;
const ROWS_AT_ONCE = 2_000;

/** Sweep: ends moves that have watched long enough, and forgets what old ones read of people, some rows at a time. */
export async function forgetOldMoves(deps: Deps): Promise<void> {
  const { install } = deps;
  const now = deps.now();
  await runBatch(install, [endWatched(install, now)]);
  for (const id of await selectEnded(install, later(now, -KEPT_MS), MOVES_PER_SWEEP)) {
    await runBatch(install, forgetFound(install, id, ROWS_AT_ONCE));
  }
}
