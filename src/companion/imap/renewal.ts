/** How long before a token's end its connection is replaced, where the token lives long enough. */
const MARGIN_MS = 5 * 60_000;
/** A shorter life leaves a smaller margin. */
const MARGIN_SHARE = 0.2;
const SHORTEST_MS = 500;
/** A timer holds no longer. */
const LONGEST_MS = 24 * 3_600_000;

/**
 * Milliseconds until the connection of a token that ends at `until` is replaced: 5 minutes before,
 * or a fifth of what is left of a short life, randomized by a quarter of that.
 */
export function renewalMs(until: number, now: number): number {
  const life = until - now;
  const margin = Math.min(MARGIN_MS, life * MARGIN_SHARE) * (0.75 + Math.random() / 2);
  return Math.min(Math.max(life - margin, SHORTEST_MS), LONGEST_MS);
}
