import { invalidField } from "#domain/errors.ts";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** What a file begins with when it is no CSV, and what to do about it. */
const FOREIGN: readonly { bytes: readonly number[]; code: string; advice: string }[] = [
  { bytes: [0x1f, 0x8b], code: "compressed_file", advice: "Unpack the file; it is compressed." },
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    code: "spreadsheet_file",
    advice: "This is a spreadsheet or an archive; save it as CSV and send that.",
  },
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    code: "spreadsheet_file",
    advice: "This is an old spreadsheet; save it as CSV and send that.",
  },
  {
    bytes: [0x25, 0x50, 0x44, 0x46],
    code: "binary_file",
    advice: "This is a PDF; send a CSV file.",
  },
];

/** So many zero bytes of all make a file binary. */
const BINARY_SHARE = 0.01;
/** Zero bytes on one side of byte pairs tell UTF-16 without a mark; so many of a hundred are enough. */
const UTF16_SHARE = 0.3;

/**
 * The encoding of a file by its first bytes: a mark (BOM), else the zero bytes of UTF-16, else UTF-8
 * when they are valid, else windows-1252. `whole`: the file ends with these bytes, so that a cut
 * character at their end counts as wrong. Throws `validation_failed` for what is no text.
 */
export function detectEncoding(first: Uint8Array, whole: boolean): Encoding {
  for (const { bytes, code, advice } of FOREIGN) {
    if (startsWith(first, bytes)) throw invalidField("file", code, advice);
  }
  if (startsWith(first, [0xef, 0xbb, 0xbf])) return "utf-8";
  if (startsWith(first, [0xff, 0xfe])) return "utf-16le";
  if (startsWith(first, [0xfe, 0xff])) return "utf-16be";
  const wide = wideEncoding(first.subarray(0, 1_024));
  if (wide !== null) return wide;
  if (isBinary(first))
    throw invalidField("file", "binary_file", "This is no text; send a CSV file.");
  return isUtf8(first, whole) ? "utf-8" : "windows-1252";
}

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, i) => bytes[i] === byte);

/** A zero byte in the header line, or many of them: a stray one elsewhere is its row's own trouble. */
function isBinary(first: Uint8Array): boolean {
  const zeros = first.reduce((n, byte) => (byte === 0 ? n + 1 : n), 0);
  const headerEnd = first.indexOf(10);
  const inHeader =
    zeros > 0 && first.subarray(0, headerEnd < 0 ? undefined : headerEnd).includes(0);
  return inHeader || zeros > first.length * BINARY_SHARE;
}

function wideEncoding(sample: Uint8Array): Encoding | null {
  let even = 0;
  let odd = 0;
  sample.forEach((byte, i) => {
    if (byte !== 0) return;
    if (i % 2 === 0) even++;
    else odd++;
  });
  const enough = Math.max(2, (sample.length / 2) * UTF16_SHARE);
  if (odd >= enough && even === 0) return "utf-16le";
  return even >= enough && odd === 0 ? "utf-16be" : null;
}

function isUtf8(bytes: Uint8Array, whole: boolean): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes, { stream: !whole });
    return true;
  } catch {
    return false;
  }
}
