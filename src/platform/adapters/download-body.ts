import { BrokenDownload, networkFailure } from "#platform/rules/net/egress-failure.ts";

/** The chunks of a body; who stops reading hangs up. */
export async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The same bytes; whatever the connection throws is a `BrokenDownload`. */
export async function* downloaded(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (thrown) {
    throw new BrokenDownload(networkFailure(thrown), { cause: thrown });
  }
}
