import type { Deps } from "#core/ctx.ts";
import type { QueuedHit } from "#core/job.ts";
import { runBatch } from "#db/db.ts";
import { slices } from "./keep-hits.ts";
import { batchIsNew, insertBatch, insertHits } from "./store.ts";
import { wakeJudges } from "./wake-judges.ts";

/** Writes the hits of one queue message. A message that comes again adds nothing (contract 2.16). */
export async function recordHits(
  deps: Deps,
  { batchId, hits }: { batchId: string; hits: readonly QueuedHit[] },
): Promise<void> {
  const isNew = batchIsNew(batchId);
  await runBatch(deps.db, [
    ...slices(hits).map((slice) => insertHits(deps.db, slice, isNew)),
    insertBatch(deps.db, batchId, deps.now()),
  ]);
  await wakeJudges(deps, hits);
}
