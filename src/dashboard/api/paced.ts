import { queryClient } from "./query-client.ts";

/**
 * A page asks by itself once in so many ms, however much of it moves. Above a quarter of a minute: a
 * timer that fires late must not bring a fifth request into any minute.
 */
const BEAT_MS = 18_000;

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
  const turns = Math.max(1, moving.length);
  const period = Math.ceil(wishMs / (turns * BEAT_MS)) * turns * BEAT_MS;
  const own = Math.max(0, moving.indexOf(queryHash)) * BEAT_MS;
  // From its answer on, not from now: what is drawn again often waits no longer.
  const answered = Math.max(state.dataUpdatedAt, state.errorUpdatedAt) || Date.now();
  // Its next turn, unless that comes too soon after the answer.
  const next = Math.ceil((answered - own + period / 2) / period) * period + own;
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
