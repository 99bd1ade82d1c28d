import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { SECOND_MS } from "#platform/rules/time.ts";
import { retryAfterMs } from "#modules/events/rules/retry.ts";
import { type SignedDelivery, signedHeaders } from "#modules/events/rules/sign.ts";
import type { AttemptResult } from "./settle-store.ts";

/** From the look-up of the name to the last byte that we read. */
export const REQUEST_TIMEOUT_MS = 10 * SECOND_MS;
/** Of an answer, what the log keeps. */
const KEPT_BYTES = 16 * 1_024;

export type Posted = {
  readonly isDelivered: boolean;
  readonly result: AttemptResult;
  /** How long the receiver asked us to wait; 0 when it did not. */
  readonly retryAfterMs: number;
};

/** Signs and posts a body; `at` is when its attempt was logged. Only 2xx counts as delivered; never throws for what the receiver does. */
export async function postEvent(
  ctx: WorkspaceCtx,
  to: { readonly url: string } & SignedDelivery,
): Promise<Posted> {
  const startedAt = ctx.now();
  const sent = await ctx.egress.post({
    url: to.url,
    headers: signedHeaders(to),
    body: to.body,
    timeoutMs: REQUEST_TIMEOUT_MS,
    maxBytes: KEPT_BYTES,
  });
  return readAnswer(sent, startedAt, ctx.now());
}

type Sent = Awaited<ReturnType<WorkspaceCtx["egress"]["post"]>>;

function readAnswer(sent: Sent, startedAt: UnixMs, now: UnixMs): Posted {
  const durationMs = now - startedAt;
  if (!sent.ok) {
    const result = { statusCode: null, responseBody: null, durationMs, error: sent.error };
    return { isDelivered: false, result, retryAfterMs: 0 };
  }
  const { status, body, retryAfter } = sent.reply;
  const isDelivered = status >= 200 && status < 300;
  return {
    isDelivered,
    result: {
      statusCode: status,
      responseBody: body,
      durationMs,
      error: isDelivered ? null : "status",
    },
    retryAfterMs: isDelivered ? 0 : retryAfterMs(retryAfter, now),
  };
}
