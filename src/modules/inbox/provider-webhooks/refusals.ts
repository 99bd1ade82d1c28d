import type { Deps, RequestInfo } from "#platform/ctx/ctx.ts";
import { seenOfLimit, takeFromLimit } from "#platform/limits/take.ts";
import { assertWithin, limitAddress } from "#platform/http/rate-limit.ts";

type CallCtx = Deps & Pick<RequestInfo, "clientAddress">;

/**
 * Calls of one address that may fail in a minute. Correctly signed calls never count: a provider
 * sends thousands, and may share its address with callers that fail.
 */
const RULE = { name: "provider", limit: 60, windowSeconds: 60 };

const keyOf = ({ clientAddress }: CallCtx): string => `provider:${limitAddress(clientAddress)}`;

/** Whether calls of this address were refused too often in this minute. */
export async function isBraked(ctx: CallCtx): Promise<boolean> {
  const { count } = await seenOfLimit(ctx, keyOf(ctx), RULE);
  return count >= RULE.limit;
}

/** Counts a call that nobody signed; throws `rate_limited` where it is one too many. */
export async function countRefusal(ctx: CallCtx): Promise<void> {
  assertWithin(RULE, await takeFromLimit(ctx, keyOf(ctx), RULE));
}
