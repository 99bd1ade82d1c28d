import { queryClient } from "./query-client.ts";

/** What a page asks by itself in a minute, however much of it moves. */
const A_MINUTE = 4;

/**
 * How long to wait before something that moves is asked again, in ms: as long as wished, and longer
 * where the page shows much that moves. Jobs that somebody waits for are watched apart from this.
 */
export const paced = (wishMs: number): number =>
  Math.max(wishMs, (60_000 / A_MINUTE) * countMoving());

/** Answers on the page that are asked again by themselves. A tab that nobody sees asks for none. */
const countMoving = (): number =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter(({ observers }) =>
      observers.some(
        ({ options: { enabled, refetchInterval } }) =>
          enabled !== false && refetchInterval !== undefined && refetchInterval !== false,
      ),
    ).length;
