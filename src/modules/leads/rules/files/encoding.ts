import { invalidField } from "#platform/rules/errors.ts";
import { refuseBytes, refuseText } from "./foreign-file.ts";

/** What a file may be written in, by its name in the Encoding Standard; both hosts decode all of them. */
export const ENCODINGS = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1250",
  "windows-1251",
  "windows-1252",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "windows-1258",
  "windows-874",
  "iso-8859-2",
  "iso-8859-5",
  "iso-8859-7",
  "iso-8859-15",
  "koi8-r",
  "macintosh",
  "shift_jis",
  "euc-jp",
  "gb18030",
  "big5",
  "euc-kr",
] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** How sure an encoding is: the file says it or can be nothing else, or its letters suggest it. */
export type FoundEncoding = { readonly encoding: Encoding; readonly guessed: boolean };

/** So many zero bytes of all make a file binary. */
const BINARY_SHARE = 0.01;
/** Zero bytes on one side of byte pairs reveal UTF-16 without a mark; this percentage is enough. */
const UTF16_SHARE = 0.3;

/**
 * The encoding of a file by its first bytes: a mark (BOM), else the zero bytes of UTF-16, else UTF-8
 * when they are valid, else a guess among the code pages of Windows. `whole`: the file ends with these bytes, so that a cut
 * character at their end counts as wrong. Throws `validation_failed` for what is no text.
 */
export function detectEncoding(first: Uint8Array, whole: boolean): FoundEncoding {
  refuseBytes(first);
  if (startsWith(first, [0xef, 0xbb, 0xbf])) {
    refuseText(first.subarray(3));
    return sure("utf-8");
  }
  if (startsWith(first, [0xff, 0xfe])) return sure("utf-16le");
  if (startsWith(first, [0xfe, 0xff])) return sure("utf-16be");
  const wide = wideEncoding(first.subarray(0, 1_024));
  if (wide !== null) return sure(wide);
  if (isBinary(first)) {
    throw invalidField("file", "binary_file", "This is not a text file. Send a CSV or XLSX file.");
  }
  refuseText(first);
  return isUtf8(first, whole) ? sure("utf-8") : { encoding: guessCodePage(first), guessed: true };
}

const sure = (encoding: Encoding): FoundEncoding => ({ encoding, guessed: false });

/** Letters of Central Europe that windows-1252 has signs for, which no word holds: ĄĽŻąłľżŁŤŹťź and their like. */
const CENTRAL = new Set([0x8d, 0x8f, 0x9d, 0xa3, 0xa5, 0xaf, 0xb3, 0xb9, 0xbc, 0xbe, 0xbf]);

/**
 * The code page of Windows that words of text without a mark suggest. Cyrillic words are made of
 * high bytes alone; in Latin ones they are among ASCII letters.
 */
export function guessCodePage(bytes: Uint8Array): "windows-1250" | "windows-1251" | "windows-1252" {
  let high = 0;
  let inRuns = 0;
  let run = 0;
  let central = 0;
  for (let i = 0; i <= bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte >= 0x80) {
      high++;
      run++;
      const besideLetter = isAsciiLetter(bytes[i - 1]) || isAsciiLetter(bytes[i + 1]);
      if (besideLetter && CENTRAL.has(byte)) central++;
      continue;
    }
    if (run >= 3) inRuns += run;
    run = 0;
  }
  if (inRuns > high / 2) return "windows-1251";
  return central * 20 > high ? "windows-1250" : "windows-1252";
}

const isAsciiLetter = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a));

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, i) => bytes[i] === byte);

/** Many zero bytes: stray ones are dropped from their cells. */
const isBinary = (first: Uint8Array): boolean =>
  first.reduce((n, byte) => (byte === 0 ? n + 1 : n), 0) > first.length * BINARY_SHARE;

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
