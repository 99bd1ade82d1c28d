import type { Deps } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import {
  deleteSearchMark,
  mergeSearch,
  putSearchMark,
  selectSearchMark,
  selectSearchParts,
  startMergingSearch,
} from "./clean-search-store.ts";

/** Merges of one tick, and what each may write: 64 pages, some 10 ms. */
const STEPS = 8;

/** For the batch that erases a person: their words are to leave the search index for good. */
export const searchUncleanStatement = ({ db, now }: Pick<Deps, "db" | "now">): Statement =>
  putSearchMark(db, { at: now(), isBegun: false }, now());

/**
 * Sweep: words of a deleted lead stay in the older parts of the search index, struck out, until those
 * are merged. After somebody was erased the parts are merged into one, a little in each tick.
 */
export async function cleanSearch(deps: Deps): Promise<void> {
  const { db } = deps;
  const mark = await selectSearchMark(db);
  if (mark === null) return;
  if (!mark.isBegun) {
    await startMergingSearch(db);
    await runBatch(db, [putSearchMark(db, { ...mark, isBegun: true }, deps.now())]);
  }
  for (let step = 0; step < STEPS; step++) {
    const before = await selectSearchParts(db);
    await mergeSearch(db);
    if ((await selectSearchParts(db)) !== before) continue;
    // Whoever was erased meanwhile has put another mark.
    await deleteSearchMark(db, mark.at);
    return;
  }
}
