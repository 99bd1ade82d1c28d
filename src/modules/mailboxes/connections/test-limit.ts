import { callerName, type MemberCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { assertWithin } from "#platform/http/rate-limit.ts";
import { takeFromLimit } from "#platform/limits/take.ts";

/** Enough to get a mailbox right, too few to look for open ports. */
const TESTS_PER_MINUTE = 5;

/**
 * Counts one connection test of the caller. Throws `rate_limited` beyond five a minute; on an install
 * that nobody outside can reach there is nothing to find out.
 */
export async function takeTest(ctx: MemberCtx): Promise<void> {
  if (allowsPrivateNetworks(ctx.settings)) return;
  const rule = { name: "mailbox-test", limit: TESTS_PER_MINUTE, windowSeconds: 60 };
  assertWithin(rule, await takeFromLimit(ctx, `mailbox-test:${callerName(ctx.caller)}`, rule));
}
