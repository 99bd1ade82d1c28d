import { byDatabase, type Deps } from "#platform/ctx/ctx.ts";
import type { QueuedHit } from "#platform/ctx/job.ts";
import { changes, runBatch } from "#platform/db/db.ts";
import { slices } from "./keep-hits.ts";
import { insertBatches, insertHits } from "./store.ts";
import { wakeJudges, type Woken } from "./wake-judges.ts";

/** By process or isolate, which has one set of settings. */
const woken = new WeakMap<object, Woken>();

/**
 * Writes the hits of queue messages, all or none of a database. Messages that come again add nothing (contract
 * 2.16). False, and nothing is written, if any of them was here before: then write each by itself.
 */
export async function recordHits(
  deps: Pick<Deps, "db" | "queue" | "now" | "log"> & { readonly settings: object },
  messages: readonly { readonly batchId: string; readonly hits: readonly QueuedHit[] }[],
): Promise<boolean> {
  const ids = messages.map(({ batchId }) => batchId);
  const hits = messages.flatMap((message) => message.hits);
  let allNew = true;
  for (const [db, own] of byDatabase(deps, hits)) {
    const results = await runBatch(db, [
      ...slices(own).map((slice) => insertHits(db, slice, ids)),
      insertBatches(db, ids, deps.now()),
    ]);
    if (changes(results.at(-1)) === 0) allNew = false;
  }
  if (!allNew) return false;
  const known = woken.get(deps.settings) ?? new Map();
  woken.set(deps.settings, known);
  await wakeJudges(deps, hits, known);
  return true;
}
