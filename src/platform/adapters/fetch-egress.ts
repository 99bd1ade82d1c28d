import type { Download, DownloadRequest, Egress, EgressResult } from "#platform/ctx/ports.ts";
import { networkFailure } from "#platform/rules/net/egress-failure.ts";
import { readableText } from "#platform/rules/outside-text.ts";
import { refuseUrl } from "#platform/rules/net/url-guard.ts";
import { chunksOf, downloaded } from "./download-body.ts";
import { readUpTo } from "./read-up-to.ts";

/**
 * Outgoing HTTP over the platform's `fetch`. The platform reaches public addresses only; here the
 * URL itself is judged. Redirects are answers like any other.
 */
export function fetchEgress(options: { allowPrivate: boolean }): Egress {
  const send = async (outgoing: Outgoing): Promise<EgressResult> => {
    if (refuseUrl(outgoing.url, options)) return { ok: false, error: "blocked" };
    try {
      return { ok: true, reply: await exchange(outgoing) };
    } catch (thrown) {
      return { ok: false, error: networkFailure(thrown) };
    }
  };
  return {
    send,
    post: (outgoing) => send({ ...outgoing, method: "POST" }),
    postBytes: (outgoing) => send({ ...outgoing, method: "POST" }),
    get: (outgoing) => send({ ...outgoing, method: "GET", body: null }),
    async download(wanted) {
      if (refuseUrl(wanted.url, options)) return { ok: false, error: "blocked" };
      try {
        return { ok: true, reply: await begin(wanted) };
      } catch (thrown) {
        return { ok: false, error: networkFailure(thrown) };
      }
    },
  };
}

type Outgoing = Omit<Parameters<Egress["send"]>[0], "body"> & {
  readonly body: string | Uint8Array<ArrayBuffer> | null;
};

async function begin({ url, headers, timeoutMs }: DownloadRequest): Promise<Download> {
  const response = await fetch(url, {
    headers: { ...headers, "Accept-Encoding": "identity" },
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  });
  const { body } = response;
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    // The platform unpacks what came packed.
    body: downloaded(body === null ? [] : chunksOf(body)),
    close: async () => {
      await body?.cancel().catch(() => undefined);
    },
  };
}

async function exchange(outgoing: Outgoing) {
  const response = await fetch(outgoing.url, {
    method: outgoing.method,
    headers: { ...outgoing.headers, "Accept-Encoding": "identity" },
    body: outgoing.body,
    redirect: "manual",
    signal: AbortSignal.timeout(outgoing.timeoutMs),
  });
  return {
    status: response.status,
    body: readableText(await readUpTo(response.body, outgoing.maxBytes)),
    retryAfter: response.headers.get("retry-after"),
    contentType: response.headers.get("content-type"),
  };
}
