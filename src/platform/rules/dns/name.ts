import type { Outside, OutsideText } from "#platform/rules/outside-text.ts";

/** Longest name on the wire, with its length bytes (RFC 1035 2.3.4). */
const MAX_NAME_BYTES = 255;
const MAX_LABEL_BYTES = 63;

/** A name in wire form; null for what is no name in A-labels. */
export function encodeName(name: OutsideText): Uint8Array | null {
  const labels = name.replace(/\.$/, "").split(".");
  const wire = new Uint8Array(name.length + 2);
  if (wire.length > MAX_NAME_BYTES + 1) return null;
  let at = 0;
  for (const label of labels) {
    if (label.length === 0 || label.length > MAX_LABEL_BYTES) return null;
    wire[at++] = label.length;
    for (let i = 0; i < label.length; i++) {
      const code = label.charCodeAt(i);
      if (code <= 0x20 || code >= 0x7f) return null;
      wire[at++] = code;
    }
  }
  wire[at++] = 0;
  return at > MAX_NAME_BYTES ? null : wire.subarray(0, at);
}

/**
 * Reads a name, compressed or not (RFC 1035 4.1.4): its text, lower case and without the last dot,
 * and where the bytes behind it begin. Pointers may only lead backwards, so that none can loop.
 * Null for anything else, and for names beyond 255 bytes.
 */
export function decodeName(
  bytes: Outside<Uint8Array>,
  start: number,
): { name: string; end: number } | null {
  let at = start;
  let end: number | null = null;
  /** A pointer must lead before this. */
  let limit = start;
  let size = 1;
  const labels: string[] = [];
  for (;;) {
    const length = bytes[at];
    if (length === undefined) return null;
    if (length === 0) return { name: labels.join("."), end: end ?? at + 1 };
    if (length >= 0xc0) {
      const low = bytes[at + 1];
      if (low === undefined) return null;
      end ??= at + 2;
      at = ((length & 0x3f) << 8) | low;
      if (at >= limit) return null;
      limit = at;
      continue;
    }
    if (length > MAX_LABEL_BYTES || at + 1 + length > bytes.length) return null;
    size += length + 1;
    if (size > MAX_NAME_BYTES) return null;
    labels.push(decodeLabel(bytes.subarray(at + 1, at + 1 + length)));
    at += length + 1;
  }
}

/** Bytes that are no plain characters, and dots within a label, are written as `\ddd` (RFC 4343). */
function decodeLabel(label: Uint8Array): string {
  let text = "";
  for (const code of label) {
    const plain = code > 0x20 && code < 0x7f && code !== 0x2e && code !== 0x5c;
    text += plain ? String.fromCharCode(code) : `\\${String(code).padStart(3, "0")}`;
  }
  return text.toLowerCase();
}

/** A name and every name that it lies under, the longest first: a.b.com, b.com, com. */
export function parentsOf(domain: OutsideText): readonly string[] {
  const names = [domain];
  for (let dot = domain.indexOf("."); dot >= 0; dot = domain.indexOf(".", dot + 1)) {
    names.push(domain.slice(dot + 1));
  }
  return names;
}
