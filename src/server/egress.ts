import type { LookupFunction } from "node:net";
import { Agent, request, type Dispatcher } from "undici";
import type { Egress, EgressResult } from "#platform/ctx/ports.ts";
import { isPublicAddress } from "#platform/rules/net/address-class.ts";
import { BlockedAddress, networkFailure } from "#platform/rules/net/egress-failure.ts";
import { readableText } from "#platform/rules/outside-text.ts";
import { refuseUrl } from "#platform/rules/net/url-guard.ts";
import { resolveHost, type ResolveHost } from "./resolve-host.ts";

/**
 * Outgoing HTTP on Node. Unless private networks are allowed, a name is connected to only when all
 * of its addresses are public, and then to exactly those: a second answer of the name server is
 * never asked for. Redirects are answers like any other.
 */
export function nodeEgress(options: { allowPrivate: boolean; resolve?: ResolveHost }): Egress {
  const { allowPrivate, resolve = resolveHost } = options;
  const dispatcher = new Agent({
    allowH2: false,
    connect: {
      lookup: guardedLookup(resolve, allowPrivate),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: 1_000,
    },
  });
  const send: Egress["send"] = async (outgoing): Promise<EgressResult> => {
    if (refuseUrl(outgoing.url, { allowPrivate })) return { ok: false, error: "blocked" };
    try {
      return { ok: true, reply: await exchange(dispatcher, outgoing) };
    } catch (thrown) {
      return { ok: false, error: networkFailure(thrown) };
    }
  };
  return {
    send,
    post: (outgoing) => send({ ...outgoing, method: "POST" }),
    get: (outgoing) => send({ ...outgoing, method: "GET", body: null }),
  };
}

async function exchange(dispatcher: Dispatcher, outgoing: Parameters<Egress["send"]>[0]) {
  const answer = await request(outgoing.url, {
    method: outgoing.method,
    // Compressed bytes would be kept unread: nothing here inflates them.
    headers: { ...outgoing.headers, "Accept-Encoding": "identity" },
    body: outgoing.body,
    dispatcher,
    // A connection kept open may be closed by the peer just as we write, which would count as its failure.
    reset: true,
    signal: AbortSignal.timeout(outgoing.timeoutMs),
  });
  const { "retry-after": retryAfter, "content-type": contentType } = answer.headers;
  return {
    status: answer.statusCode,
    body: readableText(await readUpTo(answer.body, outgoing.maxBytes)),
    retryAfter: typeof retryAfter === "string" ? retryAfter : null,
    contentType: typeof contentType === "string" ? contentType : null,
  };
}

/** Reads until the end or the limit, and hangs up at the limit. */
async function readUpTo(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk.subarray(0, maxBytes - size));
    size += chunk.byteLength;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks);
}

function guardedLookup(resolve: ResolveHost, allowPrivate: boolean): LookupFunction {
  return (hostname, options, answer) => {
    resolve(hostname).then(
      (found) => {
        const [first] = found;
        if (!first) answer(noAddress(), "");
        else if (!allowPrivate && !found.every(({ address }) => isPublicAddress(address))) {
          answer(new BlockedAddress("not every address is public"), "");
        } else if (options.all) answer(null, [...found]);
        else answer(null, first.address, first.family);
      },
      // Whatever the name server did, to the caller it is one thing: no address.
      () => answer(noAddress(), ""),
    );
  };
}

const noAddress = (): Error => Object.assign(new Error("no address found"), { code: "ENOTFOUND" });
