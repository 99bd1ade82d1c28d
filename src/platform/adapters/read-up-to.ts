/** Reads a body until its end or the limit, and hangs up at the limit. */
export async function readUpTo(body: ReadableStream | null, maxBytes: number): Promise<Uint8Array> {
  const kept: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  while (reader && size < maxBytes) {
    const { done, value } = await reader.read();
    if (done) break;
    const chunk = (value as Uint8Array).subarray(0, maxBytes - size); // a body's chunks are bytes
    kept.push(chunk);
    size += chunk.byteLength;
  }
  if (size >= maxBytes) await reader?.cancel();
  const [only] = kept;
  if (only && kept.length === 1) return only;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of kept) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
