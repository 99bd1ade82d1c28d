import { type Entry, type Reader, ZipReader } from "@zip.js/zip.js/lib/zip-core-reader.js";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import type { Outside } from "#platform/rules/outside-text.ts";

/** A file that can be read at any place of it. */
export type ByteSource = {
  readonly size: number;
  read(from: number, to: number): Promise<Uint8Array>;
};

/** The parts of a zip file, by their names in lower case. */
export type Archive = {
  readonly names: readonly string[];
  /** A part's text, piece by piece; none where it is not there. Throws `payload_too_large` beyond its limit. */
  text(name: string, maxBytes: number): AsyncGenerator<string>;
};

/** The document of a sheet, unpacked: a million rows with ten columns are a third of it. */
export const MAX_SHEET_BYTES = 1024 * 1024 * 1024;
/** A workbook has some twenty parts, and one for each sheet, picture and comment. */
const MAX_PARTS = 5_000;
/** So much of a part is unpacked from one read. */
const READ_BYTES = 16 * 1024;

/**
 * Opens a zip file by the directory at its end; nothing is unpacked yet. Throws `validation_failed`
 * for one that is damaged or has no end of its parts.
 */
export async function openArchive(source: Outside<ByteSource>): Promise<Archive> {
  const parts = new Map<string, Entry>();
  try {
    const zip = new ZipReader(readerOf(source), { useWebWorkers: false });
    let seen = 0;
    for await (const entry of zip.getEntriesGenerator()) {
      // Folders and repeated names as well: a directory may hold millions of them.
      if (++seen > MAX_PARTS) throw new Error("too many parts");
      const name = entry.filename.toLowerCase();
      if (!entry.directory && !parts.has(name)) parts.set(name, entry);
    }
  } catch (cause) {
    throw damaged(cause);
  }
  return {
    names: [...parts.keys()],
    async *text(name, maxBytes) {
      const entry = parts.get(name.toLowerCase());
      if (entry === undefined || entry.directory) return;
      if (entry.encrypted) throw protectedByPassword();
      const decoder = new TextDecoder();
      let size = 0;
      for await (const bytes of unpacked(entry)) {
        size += bytes.length;
        if (size > maxBytes) throw partTooLarge(name, maxBytes);
        yield decoder.decode(bytes, { stream: true });
      }
      yield decoder.decode();
    },
  };
}

/** The bytes of a part; what is not taken is not unpacked. */
async function* unpacked(entry: Exclude<Entry, { directory: true }>): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const stop = new AbortController();
  let failure: { readonly cause: unknown } | null = null;
  const written = entry
    .getData(writable, { useWebWorkers: false, checkSignature: true, signal: stop.signal })
    .catch((cause: unknown) => (failure = { cause }));
  const reader = readable.getReader();
  try {
    for (;;) {
      const next = await reader.read().catch(async (cause: unknown) => {
        await written;
        throw damaged(failure?.cause ?? cause);
      });
      if (next.done) break;
      yield next.value;
    }
    await written;
    if (failure !== null) throw damaged((failure as { cause: unknown }).cause);
  } finally {
    stop.abort();
    await reader.cancel().catch(() => undefined);
  }
}

/** What the library asks of a file. */
export function readerOf(source: ByteSource): Reader<unknown> {
  const reader: Pick<Reader<unknown>, "size" | "init" | "readUint8Array"> & {
    createReadable(part: { offset: number; size: number }): ReadableStream<Uint8Array>;
  } = {
    size: source.size,
    init: async () => undefined,
    readUint8Array: (from, length) => source.read(from, Math.min(source.size, from + length)),
    createReadable({ offset, size }) {
      let at = offset;
      return new ReadableStream({
        async pull(out) {
          const to = Math.min(at + READ_BYTES, offset + size, source.size);
          if (to <= at) return out.close();
          out.enqueue(await source.read(at, to));
          at = to;
        },
      });
    },
  };
  // The rest of the library's class concerns disks that a zip is split over.
  return reader as unknown as Reader<unknown>;
}

const damaged = (cause: unknown): AppError =>
  cause instanceof AppError
    ? cause
    : new AppError("validation_failed", DAMAGED, {
        cause,
        errors: [{ path: "file", code: "damaged_file", message: DAMAGED }],
      });
const DAMAGED = "The file is damaged or incomplete. Save it again, or save the sheet as CSV.";

export const protectedByPassword = (): AppError =>
  invalidField(
    "file",
    "password_protected",
    "The file is protected by a password. Save a copy without one.",
  );

const partTooLarge = (name: string, maxBytes: number): AppError =>
  new AppError(
    "payload_too_large",
    `The part ${name} of the workbook is over ${maxBytes / 1024 / 1024} MB unpacked. Save the sheet as CSV, or split it.`,
  );
