import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Release } from "#platform/wire/release.ts";
import { StartError } from "#server/start-error.ts";

/** Writes the artefact to `file`. Throws `StartError` unless it is what the manifest names, to the byte. */
export async function download(
  { url, sha256, bytes }: Release["artefact"],
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(url, { signal });
  if (!response.ok || response.body === null) {
    throw new StartError(`the artefact's address answered ${response.status}`);
  }
  const hash = createHash("sha256");
  let size = 0;
  await pipeline(
    // Node's streams can be iterated; the platform's type does not say so.
    Readable.from(response.body as unknown as AsyncIterable<Uint8Array>),
    async function* check(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        size += chunk.byteLength;
        if (size > bytes) throw new StartError("the artefact is larger than the manifest says");
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(file, { mode: 0o600 }),
    { signal },
  );
  if (size !== bytes || hash.digest("hex") !== sha256) {
    throw new StartError("the artefact is not the one that the manifest names");
  }
}
