import type { Deps } from "#platform/ctx/ctx.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { selectLastTick } from "./store.ts";

/** Machines that share an install differ by less. */
const SLACK_MS = 2 * MINUTE_MS;

/** Milliseconds by which the last run of the sweeper lies in the future: so far was the clock ahead. 0: it was not. */
export async function tickAhead(deps: Deps): Promise<number> {
  const last = await selectLastTick(deps.db);
  const ahead = last === null ? 0 : last - deps.now();
  return ahead > SLACK_MS ? ahead : 0;
}
