import { createHash } from "node:crypto";
import { retryAfterMs } from "#modules/events/rules/retry.ts";
import { drawKeys, encryptPush } from "#modules/events/rules/web-push.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { SECOND_MS } from "#platform/rules/time.ts";
import { openTarget } from "./target.ts";
import { pushIdentityOf } from "./vapid.ts";
import type { SubscriptionRow } from "./subscriptions-store.ts";
import type { PushWords } from "./words.ts";

/** From the look-up of the name to the last byte that we read. */
export const PUSH_TIMEOUT_MS = 10 * SECOND_MS;
const READ_BYTES = 1_024;

/** What a push service said. `gone`: there is no such browser any more. `later`: it may be tried again. */
export type Posted = {
  readonly outcome: "accepted" | "gone" | "refused" | "later";
  /** Null when no answer came. */
  readonly statusCode: number | null;
  readonly timedOut: boolean;
  /** How long it asked us to wait; 0 when it did not. */
  readonly retryAfterMs: number;
};

/** Encrypts words for a browser and hands them to its push service (RFC 8030). Never throws for what that does. */
export async function postPush(
  deps: Deps,
  subscription: Pick<SubscriptionRow, "hash" | "target">,
  words: PushWords,
  ttlSeconds: number,
): Promise<Posted> {
  const { endpoint, keys } = await openTarget(deps, subscription);
  const [body, identity] = await Promise.all([
    drawKeys().then((drawn) => encryptPush(JSON.stringify(words), keys, drawn)),
    pushIdentityOf(deps),
  ]);
  const sent = await deps.egress.postBytes({
    url: endpoint,
    headers: {
      Authorization: await identity.authorize(endpoint),
      "Content-Type": "application/octet-stream",
      "Content-Encoding": "aes128gcm",
      TTL: String(ttlSeconds),
      Topic: topicOf(subscription.hash, words.tag),
      Urgency: "normal",
    },
    body,
    timeoutMs: PUSH_TIMEOUT_MS,
    maxBytes: READ_BYTES,
  });
  if (!sent.ok) {
    const outcome = sent.error === "blocked" ? "refused" : "later";
    return { outcome, statusCode: null, timedOut: sent.error === "timeout", retryAfterMs: 0 };
  }
  const { status: statusCode, retryAfter } = sent.reply;
  return {
    outcome: outcomeOf(statusCode),
    statusCode,
    timedOut: false,
    retryAfterMs: retryAfterMs(retryAfter, deps.now()),
  };
}

function outcomeOf(status: number): Posted["outcome"] {
  if (status >= 200 && status < 300) return "accepted";
  if (status === 404 || status === 410) return "gone";
  return status === 429 || status >= 500 ? "later" : "refused";
}

/** Of waiting messages with one topic only the last is kept. It is a hash, so that it says nothing. */
const topicOf = (hash: string, tag: string): string =>
  createHash("sha256").update(`${hash}.${tag}`).digest("base64url").slice(0, 32);
