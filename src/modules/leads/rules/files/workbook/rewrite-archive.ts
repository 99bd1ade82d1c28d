import { type Entry, ZipReader } from "@zip.js/zip.js/lib/zip-core-reader.js";
import { ZipWriter } from "@zip.js/zip.js/lib/zip-core-writer.js";
import { type ByteSource, MAX_SHEET_BYTES, openArchive, readerOf } from "./archive.ts";

/**
 * The same zip file with one part changed while it is read; all others go over packed as they
 * are. `change` gets the text of the part, piece by piece.
 */
export function rewriteArchive(
  source: ByteSource,
  name: string,
  change: (pieces: AsyncIterable<string>) => AsyncIterable<string>,
): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  rewrite(source, name, change, writable).catch((cause: unknown) =>
    writable.abort(cause).catch(() => undefined),
  );
  return readable;
}

async function rewrite(
  source: ByteSource,
  name: string,
  change: Parameters<typeof rewriteArchive>[2],
  writable: WritableStream<Uint8Array>,
): Promise<void> {
  const writer = new ZipWriter(writable, { useWebWorkers: false });
  const archive = await openArchive(source);
  const reader = new ZipReader(readerOf(source), { useWebWorkers: false });
  for await (const entry of reader.getEntriesGenerator()) {
    if (entry.directory) continue;
    const isChanged = entry.filename.toLowerCase() === name.toLowerCase();
    if (isChanged) {
      await writer.add(
        entry.filename,
        utf8Of(change(archive.text(entry.filename, MAX_SHEET_BYTES))),
        { level: 6 },
      );
    } else {
      await writer.add(entry.filename, packedBytesOf(entry), {
        passThrough: true,
        compressionMethod: entry.compressionMethod,
        uncompressedSize: entry.uncompressedSize,
        ...(entry.signature !== undefined && { signature: entry.signature }),
      });
    }
  }
  await writer.close();
}

type FileEntry = Exclude<Entry, { directory: true }>;

function packedBytesOf(entry: FileEntry): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  entry
    .getData(writable, { useWebWorkers: false, passThrough: true })
    .catch((cause: unknown) => writable.abort(cause).catch(() => undefined));
  return readable;
}

function utf8Of(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const utf8 = new TextEncoder();
  const source = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(out) {
      const next = await source.next();
      if (next.done) out.close();
      else out.enqueue(utf8.encode(next.value));
    },
  });
}
