import { MINUTE_MS } from "#platform/rules/time.ts";

/** Above this many hits on one token in a minute, none is recorded. */
const HITS_PER_TOKEN_AND_MINUTE = 60;
/** Tokens counted at once; more than a machine answers in a minute, and some 10 MB. */
const MAX_TOKENS = 200_000;

/**
 * Counts hits per message in fixed minutes of `at`, which grows. Answers whether this one is
 * within the limit. Forgets everything each minute, so it stays small.
 */
export function hitRate(
  limit = HITS_PER_TOKEN_AND_MINUTE,
): (sendId: number, at: number) => boolean {
  let minute = 0;
  const counts = new Map<number, number>();
  return (sendId, at) => {
    const now = Math.floor(at / MINUTE_MS);
    if (now !== minute || counts.size >= MAX_TOKENS) {
      minute = now;
      counts.clear();
    }
    const count = (counts.get(sendId) ?? 0) + 1;
    counts.set(sendId, count);
    return count <= limit;
  };
}
