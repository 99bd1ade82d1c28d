import type { OutsideText } from "#platform/rules/outside-text.ts";

/** An IPv4 address as a number; null for what is none. */
export function ipv4Number(text: OutsideText): number | null {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (!parts) return null;
  const octets = parts.slice(1).map(Number);
  if (octets.some((octet) => octet > 255)) return null;
  return octets.reduce((sum, octet) => sum * 256 + octet, 0);
}

/** The ends of `127.0.0.2` or `127.0.0.2-127.0.0.4`; null for what is neither. */
export function codeRange(text: OutsideText): { from: number; to: number } | null {
  const [first = "", second, ...more] = text.split("-", 3);
  const from = ipv4Number(first);
  const to = second === undefined ? from : ipv4Number(second);
  if (from === null || to === null || more.length > 0 || to < from) return null;
  return { from, to };
}

export const isCodeAmong = (code: number, ranges: readonly string[]): boolean =>
  ranges.some((text) => {
    const range = codeRange(text);
    return range !== null && code >= range.from && code <= range.to;
  });
