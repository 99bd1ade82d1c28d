import { AppError } from "#domain/errors.ts";

/** A body as text. Throws `payload_too_large` as soon as it exceeds `maxBytes`. */
export async function readCapped(body: ReadableStream | null, maxBytes: number): Promise<string> {
  if (!body) return "";
  const decoder = new TextDecoder();
  let size = 0;
  let text = "";
  // Body streams yield bytes and iterate on both hosts; their types leave both open.
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

export const tooLarge = (maxBytes: number): AppError =>
  new AppError("payload_too_large", `The body may have ${Math.floor(maxBytes / 1024)} KB at most.`);
