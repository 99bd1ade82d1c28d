import type { Deps, RequestInfo } from "#core/ctx.ts";
import { seenOfLimit, takeFromLimit } from "#features/limits/take.ts";
import { assertWithin, limitAddress } from "#http/rate-limit.ts";

type CallCtx = Deps & Pick<RequestInfo, "clientAddress">;

/**
 * Calls of one address that may fail in a minute. What is signed rightly never counts: a provider
 * sends thousands. What it holds up all the same, the provider sends again.
 */
const RULE = { name: "provider", limit: 60, windowSeconds: 60 };

const keyOf = ({ clientAddress }: CallCtx): string => `provider:${limitAddress(clientAddress)}`;

/** Throws `rate_limited` for an address whose calls were refused too often in this minute. */
export async function assertMayTry(ctx: CallCtx): Promise<void> {
  const { count, resetSeconds } = await seenOfLimit(ctx, keyOf(ctx), RULE);
  assertWithin(RULE, { count: count + 1, resetSeconds });
}

export async function countRefusal(ctx: CallCtx): Promise<void> {
  await takeFromLimit(ctx, keyOf(ctx), RULE);
}
