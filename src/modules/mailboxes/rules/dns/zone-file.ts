import type { OutsideText } from "#platform/rules/outside-text.ts";

/** A record of a zone, as RFC 1035 5.1 writes it. */
export type ZoneRecord = { readonly host: string } & (
  | { readonly type: "MX"; readonly preference: number; readonly value: string }
  | { readonly type: "TXT" | "CNAME" | "A"; readonly value: string }
);

/** The longest string of a TXT record (RFC 1035 3.3). */
const MAX_STRING_BYTES = 255;
/** So long may a record be that somebody else wrote; longer ones are no records of mail. */
export const MAX_TEXT_CHARS = 4_096;

/** One line of a zone file. */
export const zoneLine = (record: ZoneRecord): string =>
  `${zoneName(record.host)} IN ${record.type} ${valueOf(record)}\n`;

function valueOf(record: ZoneRecord): string {
  switch (record.type) {
    case "TXT":
      return zoneStrings(record.value);
    case "MX":
      return `${record.preference} ${zoneName(record.value)}`;
    case "CNAME":
      return zoneName(record.value);
    case "A":
      return record.value;
  }
}

/** A remark that ends with its line, whatever is in it. */
export const zoneRemark = (text: OutsideText): string =>
  `; ${text.slice(0, MAX_TEXT_CHARS).replace(/[^\x20-\x7e]/g, "?")}\n`;

/** A whole name, which no origin is added to; what is no plain character is written as its byte. */
export function zoneName(name: OutsideText): string {
  const bytes = new TextEncoder().encode(name.slice(0, MAX_TEXT_CHARS).replace(/\.$/, ""));
  let text = "";
  for (const byte of bytes) {
    const sign = String.fromCharCode(byte);
    text += /[A-Za-z0-9_.-]/.test(sign) ? sign : escaped(byte);
  }
  return `${text}.`;
}

/** A text as the strings of a TXT record: 255 bytes each at most, quoted. */
export function zoneStrings(text: OutsideText): string {
  const bytes = bytesOf(text.slice(0, MAX_TEXT_CHARS));
  const strings: string[] = [];
  for (let from = 0; from === 0 || from < bytes.length; from += MAX_STRING_BYTES) {
    const part = bytes.slice(from, from + MAX_STRING_BYTES);
    strings.push(`"${part.map(quoted).join("")}"`);
  }
  return strings.join(" ");
}

/** Texts from DNS have a byte for each character; others are UTF-8. */
function bytesOf(text: string): number[] {
  const codes = Array.from(text, (sign) => sign.codePointAt(0) ?? 0);
  return codes.every((code) => code <= 0xff) ? codes : [...new TextEncoder().encode(text)];
}

function quoted(byte: number): string {
  if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
  return byte < 0x20 || byte > 0x7e ? escaped(byte) : String.fromCharCode(byte);
}

const escaped = (byte: number): string => `\\${String(byte).padStart(3, "0")}`;
