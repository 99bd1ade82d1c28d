import { Agent, request } from "undici";
import type { HttpGet } from "#platform/adapters/fetch-get.ts";

/** GET over one pool of kept connections: a third of what a `fetch` costs. */
export function nodeGet(): HttpGet {
  const dispatcher = new Agent({ allowH2: false });
  return async (url, { accept, maxBytes, signal }) => {
    const answer = await request(url, { headers: { accept }, dispatcher, signal });
    const chunks: Uint8Array[] = [];
    let size = 0;
    if (answer.statusCode === 200) {
      for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
        chunks.push(chunk.subarray(0, maxBytes - size));
        size += chunk.byteLength;
        if (size >= maxBytes) break;
      }
    } else await answer.body.dump();
    const [only] = chunks;
    return {
      status: answer.statusCode,
      bytes: only && chunks.length === 1 ? only : Buffer.concat(chunks),
    };
  };
}
