import type { Outside, OutsideText } from "#platform/rules/outside-text.ts";

/** Header fields of a block of text, unfolded: lower-case name and value, in order. */
export function parseHeaderFields(
  block: OutsideText,
): { readonly name: string; readonly value: string }[] {
  return block
    .replace(/\r?\n[ \t]+/g, " ")
    .split(/\r?\n/)
    .flatMap((line) => {
      const colon = line.indexOf(":");
      if (colon < 1) return [];
      return [
        { name: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() },
      ];
    });
}

/** The first field of that name. */
export const fieldOf = (
  fields: ReturnType<typeof parseHeaderFields>,
  name: string,
): string | null => fields.find((field) => field.name === name)?.value ?? null;

/** Message-IDs without their angle brackets; at most 100. */
export function messageIds(value: OutsideText | null | undefined): string[] {
  return Array.from((value ?? "").matchAll(/<([^<>\s]{1,900})>/g), (match) => match[1] ?? "").slice(
    0,
    100,
  );
}

/** The part of a message before its first empty line, as text. */
export function headerBlock(raw: Outside<Uint8Array>): string {
  const text = Buffer.from(
    raw.buffer,
    raw.byteOffset,
    Math.min(raw.byteLength, 256 * 1024),
  ).toString("utf8");
  const end = text.search(/\r?\n\r?\n/);
  return end < 0 ? text : text.slice(0, end);
}
