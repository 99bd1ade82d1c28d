/*
 * The rule before this one, for comparison alone: a two-proportion z-test, two-sided at 95 %, from 100
 * mails and five expected hits of each variant on. It looked with every tick.
 */
const Z_95 = 1.959964;

/** Which of two variants it would have named, by their hits and mails; null: none. */
export function oldWinner(h0: number, n0: number, h1: number, n1: number): 0 | 1 | null {
  const least = n0 < n1 ? n0 : n1;
  if (least < 100) return null;
  const pooled = (h0 + h1) / (n0 + n1);
  if (pooled * least < 5) return null;
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / n0 + 1 / n1));
  const z = (h0 / n0 - h1 / n1) / error;
  return z > Z_95 ? 0 : z < -Z_95 ? 1 : null;
}
