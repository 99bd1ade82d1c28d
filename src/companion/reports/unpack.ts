import { createGunzip } from "node:zlib";
import { fromBuffer, type ZipFile } from "yauzl";
import type { ReportFlaw } from "#platform/wire/aggregate-reports.ts";
import type { Outside } from "#platform/rules/outside-text.ts";

/** Ends the reading of a file. */
export class Flawed extends Error {
  override readonly name = "Flawed";
  readonly flaw: ReportFlaw;
  constructor(flaw: ReportFlaw) {
    super(flaw);
    this.flaw = flaw;
  }
}

export const MAX_PACKED = 10 * 1024 * 1024;
export const MAX_UNPACKED = 64 * 1024 * 1024;

/**
 * The content of a file, piece by piece: unpacked where its first bytes are those of gzip or zip,
 * whatever it is called. Throws `Flawed` beyond 64 MB, for a broken archive, and for one with more
 * than one file.
 */
export async function* unpacked(file: Outside<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (file.length > MAX_PACKED) throw new Flawed("too_large");
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) yield* counted(gunzipped(bytes));
  else if (bytes.subarray(0, 4).equals(ZIP)) yield* counted(unzipped(bytes));
  else yield bytes;
}

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

async function* counted(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const piece of pieces) {
      size += piece.length;
      if (size > MAX_UNPACKED) throw new Flawed("too_large");
      yield piece;
    }
  } catch (cause) {
    throw cause instanceof Flawed ? cause : new Flawed("broken_archive");
  }
}

async function* gunzipped(bytes: Buffer): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  gunzip.end(bytes);
  for await (const piece of gunzip) yield piece as Buffer;
}

async function* unzipped(bytes: Buffer): AsyncGenerator<Uint8Array> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (cause, opened) => {
      if (cause) reject(cause);
      else resolve(opened);
    });
  });
  if (zip.entryCount !== 1) throw new Flawed("many_files");
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.on("error", reject);
    zip.on("end", () => reject(new Error("no entry")));
    zip.on("entry", (entry) => {
      if (entry.uncompressedSize > MAX_UNPACKED) return reject(new Flawed("too_large"));
      zip.openReadStream(entry, (cause, opened) => {
        if (cause) reject(cause);
        else resolve(opened);
      });
    });
    zip.readEntry();
  });
  for await (const piece of stream) yield piece as Buffer;
}
