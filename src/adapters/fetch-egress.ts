import type { Egress, EgressRequest, EgressResult } from "#core/ports.ts";
import { networkFailure } from "#domain/net/egress-failure.ts";
import { readableText } from "#domain/net/readable-text.ts";
import { refuseUrl } from "#domain/net/url-guard.ts";
import { readUpTo } from "./read-up-to.ts";

/**
 * Outgoing HTTP over the platform's `fetch`. The platform reaches public addresses only; here the
 * URL itself is judged. Redirects are answers like any other.
 */
export function fetchEgress(options: { allowPrivate: boolean }): Egress {
  const ask = async (outgoing: EgressRequest, body: string | null): Promise<EgressResult> => {
    if (refuseUrl(outgoing.url, options)) return { ok: false, error: "blocked" };
    try {
      return { ok: true, reply: await exchange(outgoing, body) };
    } catch (thrown) {
      return { ok: false, error: networkFailure(thrown) };
    }
  };
  return {
    post: (outgoing) => ask(outgoing, outgoing.body),
    get: (outgoing) => ask(outgoing, null),
  };
}

async function exchange(outgoing: EgressRequest, body: string | null) {
  const response = await fetch(outgoing.url, {
    method: body === null ? "GET" : "POST",
    headers: { ...outgoing.headers, "Accept-Encoding": "identity" },
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(outgoing.timeoutMs),
  });
  return {
    status: response.status,
    body: readableText(await readUpTo(response.body, outgoing.maxBytes)),
    retryAfter: response.headers.get("retry-after"),
  };
}
