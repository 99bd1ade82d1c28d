import type { Egress } from "#core/ports.ts";
import { networkFailure } from "#domain/net/egress-failure.ts";
import { readableText } from "#domain/net/readable-text.ts";
import { refuseUrl } from "#domain/net/url-guard.ts";

/**
 * Outgoing HTTP over the platform's `fetch`. The platform reaches public addresses only; here the
 * URL itself is judged. Redirects are answers like any other.
 */
export function fetchEgress(options: { allowPrivate: boolean }): Egress {
  return {
    async post(outgoing) {
      if (refuseUrl(outgoing.url, options)) return { ok: false, error: "blocked" };
      try {
        return { ok: true, reply: await exchange(outgoing) };
      } catch (thrown) {
        return { ok: false, error: networkFailure(thrown) };
      }
    },
  };
}

async function exchange(outgoing: Parameters<Egress["post"]>[0]) {
  const response = await fetch(outgoing.url, {
    method: "POST",
    headers: { ...outgoing.headers, "Accept-Encoding": "identity" },
    body: outgoing.body,
    redirect: "manual",
    signal: AbortSignal.timeout(outgoing.timeoutMs),
  });
  return {
    status: response.status,
    body: readableText(await readUpTo(response.body, outgoing.maxBytes)),
    retryAfter: response.headers.get("retry-after"),
  };
}

/** Reads until the end or the limit, and hangs up at the limit. */
async function readUpTo(body: ReadableStream | null, maxBytes: number): Promise<Uint8Array> {
  const kept = new Uint8Array(maxBytes);
  let size = 0;
  const reader = body?.getReader();
  while (reader && size < maxBytes) {
    const { done, value } = await reader.read();
    if (done) return kept.subarray(0, size);
    const chunk = (value as Uint8Array).subarray(0, maxBytes - size); // a body's chunks are bytes
    kept.set(chunk, size);
    size += chunk.byteLength;
  }
  await reader?.cancel();
  return kept.subarray(0, size);
}
