/**
 * Text from outside as one printable line: control characters, line ends and invisible direction
 * marks become spaces, runs of spaces shrink, and the end is cut at `max` characters with an ellipsis.
 */
export function plainLine(text: string, max: number): string {
  const line = text
    .slice(0, max * 4)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim()
    .toWellFormed();
  return line.length <= max
    ? line
    : `${line
        .slice(0, max - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
