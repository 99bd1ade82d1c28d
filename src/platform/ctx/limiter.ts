import type { UnixMs } from "#platform/rules/ids.ts";

/** So many requests in each fixed window. `name` is what the RateLimit headers call it. */
export type LimitRule = {
  readonly name: string;
  readonly limit: number;
  readonly windowSeconds: number;
};

/** Where a window stands after one more request was counted. */
export type Taken = { readonly count: number; readonly resetSeconds: number };

/**
 * Who counts requests. One process counts exactly by itself; where many serve one install
 * (hosted), the database counts, in the same round trip that reads the session.
 */
export type Limiter =
  | {
      readonly kind: "process";
      count(key: string, window: number): number;
      /** What was counted so far, without one more. */
      seen(key: string, window: number): number;
    }
  | { readonly kind: "database" };

/** Start of the window that `now` lies in, in seconds. Windows stand on the wall clock. */
export const windowOf = (rule: LimitRule, now: UnixMs): number => {
  const seconds = Math.floor(now / 1_000);
  return seconds - (seconds % rule.windowSeconds);
};

/** Seconds until the next window, at least one. */
export const resetSeconds = (rule: LimitRule, now: UnixMs): number =>
  Math.max(1, Math.ceil(windowOf(rule, now) + rule.windowSeconds - now / 1_000));

/** Exact counts in this process; the memory of a window goes with it. */
export function processLimiter(): Limiter {
  const windows = new Map<number, Map<string, number>>();
  return {
    kind: "process",
    count(key, window) {
      let counts = windows.get(window);
      if (!counts) {
        windows.clear();
        counts = new Map();
        windows.set(window, counts);
      }
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count;
    },
    seen: (key, window) => windows.get(window)?.get(key) ?? 0,
  };
}
