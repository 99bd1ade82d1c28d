import { AppError } from "#platform/rules/errors.ts";

/** A body as text. Throws `payload_too_large` as soon as it exceeds `maxBytes`. */
export async function readCapped(body: ReadableStream | null, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of capped(body, maxBytes)) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

/** A body as it came, for signatures. Throws `payload_too_large` as soon as it exceeds `maxBytes`. */
export async function readCappedBytes(
  body: ReadableStream | null,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of capped(body, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* capped(body: ReadableStream | null, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (!body) return;
  let size = 0;
  // Body streams yield bytes and iterate on both hosts; their types leave both open.
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

export const tooLarge = (maxBytes: number): AppError =>
  new AppError("payload_too_large", `The body can be up to ${Math.floor(maxBytes / 1024)} KB.`);
