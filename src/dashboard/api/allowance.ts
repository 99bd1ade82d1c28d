/*
 * How many requests this person has left in the rate limit's window. All pages and tabs of a person
 * share one limit, and each answer reports what is left of it.
 */

/** The limit of the signed-in person; sign-ins and reports are counted by address and apart. */
const POLICY = `"api";`;
/** Answers of one window give its end in whole seconds from when each was made. */
const SAME_WINDOW_MS = 2_000;

type Allowance = { readonly left: number; readonly limit: number; readonly until: number };
let known: Allowance = { left: 1, limit: 1, until: 0 };

/** Records the rate limit headers of an answer. */
export function noteAllowance(headers: Headers): void {
  if (!headers.get("RateLimit-Policy")?.startsWith(POLICY)) return;
  const limit = Number(headers.get("X-RateLimit-Limit"));
  const left = Number(headers.get("X-RateLimit-Remaining"));
  const until = Date.now() + Number(headers.get("X-RateLimit-Reset")) * 1_000;
  // Answers overtake each other: within a window the smallest count is the newest.
  const isSameWindow = until < known.until + SAME_WINDOW_MS;
  known = { limit, until, left: isSameWindow ? Math.min(left, known.left) : left };
}

/** What is left of the limit, from 1 down to 0; 1 when a new window has begun. */
export const shareLeft = (): number => (Date.now() < known.until ? known.left / known.limit : 1);
