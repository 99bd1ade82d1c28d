import { brandOfCaller } from "#modules/accounts/brands/read-brand.ts";
import type { PushTestAnswer } from "#modules/events/contract/push.ts";
import { type CallerCtx, personOf } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { PushSubscriptionId } from "#platform/rules/ids.ts";
import { postPush } from "./post-push.ts";
import { findOwnBrowser } from "./subscriptions.ts";
import { deleteSubscription, noteNotified } from "./subscriptions-store.ts";
import { testWords } from "./words.ts";

/** Who tries it waits for it. */
const TTL_SECONDS = 60;

/** Sends a made-up notice to one's own browser now, and answers what its push service said. Throws `not_found`. */
export async function testBrowser(ctx: CallerCtx, id: PushSubscriptionId): Promise<PushTestAnswer> {
  const { install } = ctx;
  const browser = await findOwnBrowser(ctx, id);
  const words = testWords(await brandOfCaller(ctx), personOf(ctx.caller).language);
  const { outcome, statusCode } = await postPush(ctx, browser, words, TTL_SECONDS);
  await runBatch(install, [
    ...(outcome === "accepted" ? [noteNotified(install, id, ctx.now())] : []),
    ...(outcome === "gone" ? [deleteSubscription(install, browser.userId, id)] : []),
  ]);
  return { outcome, status_code: statusCode };
}
