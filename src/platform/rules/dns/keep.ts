import { HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import type { FoundRoute } from "./route.ts";

/** How long an answer is used at most: routes hardly ever change, and a negative answer may be a mistake that is about to be fixed. */
const MOST_MS = {
  mx: 24 * HOUR_MS,
  address_only: 12 * HOUR_MS,
  none: 6 * HOUR_MS,
  null_mx: 6 * HOUR_MS,
  nxdomain: 6 * HOUR_MS,
} as const;
/** TTLs of a minute are common and made for web servers that move; mail routes do not. */
const LEAST_MS = 15 * MINUTE_MS;

/** For how many milliseconds an answer is used again; null for trouble, which is never kept. */
export function keepMs({ route, ttl }: FoundRoute): number | null {
  if (route.state === "temporary") return null;
  const most = MOST_MS[route.state];
  return ttl === null ? most : Math.min(most, Math.max(LEAST_MS, ttl * 1_000));
}
