import type { Deps } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import { installStatement, readInstall } from "#modules/accounts/install/install-values.ts";
import {
  deleteSearchMark,
  mergeSearch,
  selectSearchParts,
  startMergingSearch,
} from "./clean-search-store.ts";

/** Merges of one tick, and what each may write: 64 pages, some 10 ms. */
const STEPS = 8;

/** For the batch that erases a person: their words are to leave the search index for good. */
export const searchUncleanStatement = (deps: Deps): Statement =>
  installStatement(deps, "search_unclean", { at: deps.now(), isBegun: false });

/**
 * Sweep: words of a deleted lead stay in the older parts of the search index, struck out, until those
 * are merged. After somebody was erased the parts are merged into one, a little in each tick.
 */
export async function cleanSearch(deps: Deps): Promise<void> {
  const { search_unclean: mark } = await readInstall(deps, ["search_unclean"]);
  if (mark === undefined) return;
  const { db } = deps;
  if (!mark.isBegun) {
    await startMergingSearch(db);
    await runBatch(db, [installStatement(deps, "search_unclean", { ...mark, isBegun: true })]);
  }
  for (let step = 0; step < STEPS; step++) {
    const before = await selectSearchParts(db);
    await mergeSearch(db);
    if ((await selectSearchParts(db)) !== before) continue;
    // Erasing a lead meanwhile changes the mark.
    await deleteSearchMark(db, mark.at);
    return;
  }
}
