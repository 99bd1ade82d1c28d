import { inWorkspace } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { wakeDeliveries } from "#modules/events/events/wake-deliveries.ts";
import type { Harness } from "./harness.ts";
import { startedEvent } from "./started-event.ts";

let written = 0;

/** Writes and wakes `count` events of a campaign, as the verbs do it; answers their dedupe keys. */
export async function emitEvents(t: Harness, wid: number, count = 1): Promise<string[]> {
  const ctx = inWorkspace(t.deps, wid as WorkspaceId);
  const keys = Array.from({ length: count }, () => `test:${++written}`);
  for (const key of keys) await runBatch(ctx.db, startedEvent(ctx, key));
  await wakeDeliveries(ctx, keys);
  return keys;
}
