import type { LookupFunction } from "node:net";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { Agent, request, type Dispatcher } from "undici";
import { downloaded } from "#platform/adapters/download-body.ts";
import type { Download, DownloadRequest, Egress, EgressResult } from "#platform/ctx/ports.ts";
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
  const send = async (outgoing: Outgoing): Promise<EgressResult> => {
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
    postBytes: (outgoing) => send({ ...outgoing, method: "POST" }),
    get: (outgoing) => send({ ...outgoing, method: "GET", body: null }),
    async download(wanted) {
      if (refuseUrl(wanted.url, { allowPrivate })) return { ok: false, error: "blocked" };
      try {
        return { ok: true, reply: await begin(dispatcher, wanted) };
      } catch (thrown) {
        return { ok: false, error: networkFailure(thrown) };
      }
    },
  };
}

type Outgoing = Omit<Parameters<Egress["send"]>[0], "body"> & {
  readonly body: string | Uint8Array<ArrayBuffer> | null;
};

async function begin(
  dispatcher: Dispatcher,
  { url, headers, timeoutMs }: DownloadRequest,
): Promise<Download> {
  const answer = await request(url, {
    headers: { ...headers, "Accept-Encoding": "identity" },
    dispatcher,
    reset: true,
    signal: AbortSignal.timeout(timeoutMs),
  });
  const body: AsyncIterable<Uint8Array> = answer.body;
  const packing = answer.headers["content-encoding"];
  return {
    status: answer.statusCode,
    header: (name) => {
      const value = answer.headers[name];
      return typeof value === "string" ? value : (value?.[0] ?? null);
    },
    body: downloaded(
      // Some servers pack whatever they are asked for. It is unpacked as it is read, never at once.
      typeof packing === "string" && /^(?:x-)?gzip$/i.test(packing.trim()) ? unpacked(body) : body,
    ),
    async close() {
      answer.body.on("error", () => undefined);
      answer.body.destroy();
    },
  };
}

async function* unpacked(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const plain = createGunzip();
  // Errors of either end reach the reader through it, and who stops reading ends both.
  pipeline(Readable.from(body, { objectMode: false }), plain, () => undefined);
  yield* plain;
}

async function exchange(dispatcher: Dispatcher, outgoing: Outgoing) {
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
