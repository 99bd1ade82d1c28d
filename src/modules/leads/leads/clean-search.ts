import type { Deps } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import {
  dropSearchMark,
  markStatement,
  readMarks,
} from "#modules/accounts/settings/database-marks.ts";
import {
  mergeIndex,
  type SearchIndex,
  selectIndexParts,
  startMerging,
} from "./clean-search-store.ts";

/** Merges of one tick, and what each may write: 64 pages, some 10 ms. */
const STEPS = 8;

/** For the batch that erases a person: their words are to leave the search index for good. */
export const searchUncleanStatement = (deps: Pick<Deps, "db" | "now">): Statement =>
  markStatement(deps, { search_unclean: { at: deps.now(), isBegun: false } });

/**
 * Sweep: words of a deleted lead stay in the older parts of the search index, struck out, until those
 * are merged. After somebody was erased the parts are merged into one, a little in each tick.
 */
export async function cleanSearch(deps: Deps): Promise<void> {
  const { db } = deps;
  const { search_unclean: mark } = await readMarks(deps);
  if (mark === undefined) return;
  if (!mark.isBegun) {
    await startMerging(db, "lead_search");
    await runBatch(db, [markStatement(deps, { search_unclean: { ...mark, isBegun: true } })]);
  }
  // Anyone who was erased meanwhile has put another mark.
  if (await mergeSome(db, "lead_search", STEPS)) await dropSearchMark(deps, mark.at);
}

/** Puts every part of an index into one merge, and begins it. */
export const beginMerge = (db: Deps["db"], index: SearchIndex): Promise<void> =>
  startMerging(db, index);

/** Goes on with a merge for some steps; answers whether it came to its end. */
export async function mergeSome(
  db: Deps["db"],
  index: SearchIndex,
  steps: number,
): Promise<boolean> {
  for (let step = 0; step < steps; step++) {
    const before = await selectIndexParts(db, index);
    await mergeIndex(db, index);
    if ((await selectIndexParts(db, index)) === before) return true;
  }
  return false;
}
