import type { Deps } from "#platform/ctx/ctx.ts";
import { wakeThreads } from "./snooze-store.ts";

const AT_ONCE = 200;

/** Sweep: threads that were put off until now come back, unread. */
export async function wakeSnoozed(deps: Deps): Promise<void> {
  await wakeThreads(deps.db, deps.now(), AT_ONCE);
}
