import { byDatabase, type Deps } from "#platform/ctx/ctx.ts";
import type { QueuedHit } from "#platform/ctx/job.ts";
import { runBatch } from "#platform/db/db.ts";
import { insertHits } from "./store.ts";

/** Hits of one statement: at most 1 MB of JSON with links of the longest kind. */
const HITS_PER_STATEMENT = 200;

/** Writes hits, all or none of a database; rejects behind the others where one fails. Resolves once they are committed. */
export async function keepHits(
  deps: Pick<Deps, "db" | "shards">,
  hits: readonly QueuedHit[],
): Promise<void> {
  const failures: Error[] = [];
  for (const [db, own] of byDatabase(deps, hits)) {
    const statements = slices(own).map((slice) => insertHits(db, slice));
    await runBatch(db, statements).catch((cause: Error) => failures.push(cause));
  }
  const [first] = failures;
  if (first) throw first;
}

/** The hits in parts that fit one statement each. */
export function slices(hits: readonly QueuedHit[]): QueuedHit[][] {
  const parts: QueuedHit[][] = [];
  for (let i = 0; i < hits.length; i += HITS_PER_STATEMENT) {
    parts.push(hits.slice(i, i + HITS_PER_STATEMENT));
  }
  return parts;
}
