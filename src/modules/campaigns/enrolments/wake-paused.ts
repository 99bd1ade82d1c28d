import type { Deps } from "#platform/ctx/ctx.ts";
import { wakeEnrolments } from "./wake-store.ts";

/** Woken in one sweep; more wait for the next. */
const WOKEN_PER_SWEEP = 500;

/** Sweep: leads that were paused until a date go on with their sequence. */
export async function wakePausedLeads(deps: Deps): Promise<void> {
  await wakeEnrolments(deps.db, deps.now(), WOKEN_PER_SWEEP);
}
