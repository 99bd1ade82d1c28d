import type { Outside, OutsideText } from "#platform/rules/outside-text.ts";

/** The characters of Windows-1252 beyond Latin-1, from byte 0x80 on; what it leaves open is a control character. */
const WINDOWS = Array.from(
  new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 32 }, (_, i) => 0x80 + i)),
);
const BYTE_OF = new Map(WINDOWS.map((sign, i) => [sign, 0x80 + i]));
/** Two bytes of UTF-8 that were read as two characters. */
const SUSPECT = /[\u00C2-\u00F4][\u0080-\u00BF\u0152-\u2122]/;
const UTF8 = new TextDecoder("utf-8");
/** What a decoder writes for a byte that is none of its character set. */
export const LOST = "\uFFFD";
/** The same as UTF-8 that was read as Windows-1252: its sender had lost it before. */
const LOST_READ_TWICE = "\u00EF\u00BF\u00BD";

/**
 * Text that is UTF-8, read by the label of another character set: "SchÃ¶n" becomes "Schön". Line by
 * line, since a quotation may be right where the answer is not. What is no UTF-8 stays as it is.
 */
export const inRightCharset = (text: OutsideText): string =>
  SUSPECT.test(text) ? text.split("\n").map(lineInRightCharset).join("\n") : text;

function lineInRightCharset(line: string): string {
  if (!SUSPECT.test(line)) return line;
  const bytes = new Uint8Array(line.length);
  for (let i = 0; i < line.length; i++) {
    const code = line.charCodeAt(i);
    const byte = code < 0x100 ? code : BYTE_OF.get(line.charAt(i));
    if (byte === undefined) return line;
    bytes[i] = byte;
  }
  // Not fatal: an error for each line of a hostile mail takes too long.
  const read = UTF8.decode(bytes);
  return countOf(read, LOST) === countOf(line, LOST_READ_TWICE) ? read : line;
}

const countOf = (text: string, sign: string): number => text.split(sign).length - 1;

/** Parsed a second time; a larger mail of text is nobody's. */
const MAX_RELABELLED = 1024 * 1024;

/**
 * The mail with its parts labelled as Windows-1252 where they claim UTF-8 or nothing, for one that is
 * neither. Null above 1 MB. With `inRightCharset` behind it, lines that are UTF-8 stay right.
 */
export function relabelled(raw: Outside<Uint8Array>): Buffer | null {
  if (raw.byteLength > MAX_RELABELLED) return null;
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString("latin1");
  const labelled = text
    .replace(/(charset\s{0,3}=\s{0,3}"?)(?:utf-?8|us-ascii)\b/gi, "$1windows-1252")
    .replace(
      /^(content-type:[ \t]{0,8}text\/(?:plain|html))[ \t]*(?=\r?\n(?![ \t]))/gim,
      "$1; charset=windows-1252",
    );
  const head = text.slice(0, Math.max(0, text.search(/\r?\n\r?\n/)));
  const isTyped = /^content-type:/im.test(head);
  const type = isTyped ? "" : "Content-Type: text/plain; charset=windows-1252\r\n";
  return Buffer.from(type + labelled, "latin1");
}
