import { beginMerge, mergeSome } from "#modules/leads/leads/clean-search.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { HOUR_MS, later } from "#platform/rules/time.ts";
import { beginCleaning, endCleaning, readIndexState } from "./index-store.ts";

/** Merges of one tick. */
const STEPS = 32;
/** Mail that is forgotten day by day is no reason to merge without end. */
const APART_MS = HOUR_MS;

/**
 * Sweep: words of messages that were deleted or blanked stay in the older parts of the index, struck
 * out, until those are merged. All parts are merged into one, a little in each tick.
 */
export async function cleanMessageIndex({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  const state = await readIndexState(db);
  if (!state) return;
  if (!state.isCleaning) {
    const isTooSoon = state.cleanedAt !== null && later(state.cleanedAt, APART_MS) > now();
    if (state.removed === state.cleaned || isTooSoon) return;
    await beginMerge(db, "message_search");
    await beginCleaning(db, state.removed, now());
  }
  const cleaned = state.isCleaning ? state.cleaned : state.removed;
  if (await mergeSome(db, "message_search", STEPS)) await endCleaning(db, cleaned);
}
