import type { OutsideText } from "#platform/rules/outside-text.ts";
import type { LimitRule, Taken } from "#platform/ctx/limiter.ts";
import { AppError } from "#platform/rules/errors.ts";

/** What a client learns about its limit (draft-ietf-httpapi-ratelimit-headers, and the older names). */
export function rateHeaders(rule: LimitRule, taken: Taken): Record<string, string> {
  const remaining = Math.max(0, rule.limit - taken.count);
  return {
    "RateLimit-Policy": `"${rule.name}";q=${rule.limit};w=${rule.windowSeconds}`,
    RateLimit: `"${rule.name}";r=${remaining};t=${taken.resetSeconds}`,
    "X-RateLimit-Limit": String(rule.limit),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": String(taken.resetSeconds),
  };
}

/** Throws `rate_limited` with `Retry-After` once the window is used up. */
export function assertWithin(rule: LimitRule, taken: Taken): void {
  if (taken.count <= rule.limit) return;
  throw new AppError(
    "rate_limited",
    `At most ${rule.limit} requests in ${rule.windowSeconds} seconds. Try again in ${taken.resetSeconds} s.`,
    { headers: { ...rateHeaders(rule, taken), "Retry-After": String(taken.resetSeconds) } },
  );
}

/** An address as limits count it: IPv6 by its /64, since one subscriber has all of it. */
export function limitAddress(address: OutsideText): string {
  if (!address.includes(":") || /^::ffff:\d+\./i.test(address))
    return address.replace(/^::ffff:/i, "");
  const [head = "", tail] = address.split("%")[0]?.split("::") ?? [];
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill("0"), ...right];
  return `${groups
    .slice(0, 4)
    .map((g) => Number.parseInt(g || "0", 16).toString(16))
    .join(":")}::/64`;
}
