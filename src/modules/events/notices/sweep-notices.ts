import type { Deps } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { selectWorkspacesWithNotices } from "./due-store.ts";
import { deleteNotices } from "./store.ts";

const WORKSPACES_AT_ONCE = 20;
/** A notice of last quarter helps nobody. */
const KEPT_MS = 90 * DAY_MS;
const FORGOTTEN_AT_ONCE = 1_000;

/** Sweep: wakes the delivery for workspaces with due notices. */
export async function wakeNotices(deps: Deps): Promise<void> {
  for (const workspaceId of await selectWorkspacesWithNotices(
    deps.db,
    deps.now(),
    WORKSPACES_AT_ONCE,
  )) {
    await deps.queue.send({ type: "notices.deliver.v1", workspaceId });
  }
}

/** Sweep: forgets old notices. */
export async function forgetOldNotices(deps: Deps): Promise<void> {
  await runBatch(deps.db, [deleteNotices(deps.db, later(deps.now(), -KEPT_MS), FORGOTTEN_AT_ONCE)]);
}
