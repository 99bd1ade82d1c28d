import { queryClient } from "./query-client.ts";
import { turnAfter } from "./turns.ts";

/** What is known of an answer that is asked again. */
export type Moving = {
  readonly queryHash: string;
  readonly state: { readonly dataUpdatedAt: number; readonly errorUpdatedAt: number };
};

/**
 * For how long, in ms, something that moves waits before it is asked again: about as long as wished,
 * and longer where the page shows much that moves. All of it takes turns, so that no two ask at once.
 * Jobs that somebody waits for are watched apart from this.
 */
export function paced(wishMs: number, { queryHash, state }: Moving): number {
  const moving = movingNow();
  const place = Math.max(0, moving.indexOf(queryHash));
  // From its answer on, not from now: what is drawn again often waits no longer.
  const answered = Math.max(state.dataUpdatedAt, state.errorUpdatedAt) || Date.now();
  const next = turnAfter(answered, { place, of: Math.max(1, moving.length), wishMs });
  return Math.max(1_000, next - Date.now());
}

/** Answers on the page that are asked again by themselves, in order. A tab that nobody sees asks for none. */
const movingNow = (): readonly string[] =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter(({ observers }) =>
      observers.some(
        ({ options: { enabled, refetchInterval } }) =>
          enabled !== false && refetchInterval !== undefined && refetchInterval !== false,
      ),
    )
    .map(({ queryHash }) => queryHash)
    .toSorted();
