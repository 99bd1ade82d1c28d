/*
 * How much this person may still ask in the limit's window. Everything that person's pages and tabs
 * ask is counted together, and each answer tells how it stands.
 */

/** The limit of the signed-in person; sign-ins and reports are counted by address and apart. */
const POLICY = `"api";`;
/** Answers of one window tell its end in whole seconds, each from when it was made. */
const SAME_WINDOW_MS = 2_000;

type Allowance = { readonly left: number; readonly limit: number; readonly until: number };
let known: Allowance = { left: 1, limit: 1, until: 0 };

/** Takes down what an answer tells of the limit. */
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
