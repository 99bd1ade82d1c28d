import type { OutsideText } from "#platform/rules/outside-text.ts";
import { subjectKey } from "#platform/rules/mail/subject.ts";

/** Longer templates are compared by their beginning. */
const MOST = 500;

/**
 * Whether a subject can have been made from a template: what stands outside of braces and percent
 * words occurs in it, in that order, and at its two ends. Linear: each piece is looked for once.
 */
export function subjectFits(template: OutsideText, subject: OutsideText): boolean {
  const pieces = piecesOf(subjectKey(template.slice(0, MOST)));
  const text = subjectKey(subject.slice(0, 2 * MOST));
  const [first = "", ...rest] = pieces;
  if (pieces.length === 1) return text === first;
  if (!text.startsWith(first)) return false;
  const last = rest.at(-1) ?? "";
  let at = first.length;
  for (const piece of rest.slice(0, -1)) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** The words between what is filled in: `Hi {{name}}!` is `Hi ` and `!`. */
function piecesOf(template: string): string[] {
  const pieces: string[] = [];
  let piece = "";
  let depth = 0;
  for (let i = 0; i < template.length; i++) {
    const char = template[i] ?? "";
    if (char === "{") {
      if (depth++ === 0) {
        pieces.push(piece);
        piece = "";
      }
    } else if (char === "}" && depth > 0) depth--;
    else if (char === "%" && depth === 0) {
      const end = template.indexOf("%", i + 1);
      if (end > i + 1 && end - i <= 40 && !template.slice(i + 1, end).includes(" ")) {
        pieces.push(piece);
        piece = "";
        i = end;
      } else piece += char;
    } else if (depth === 0) piece += char;
  }
  pieces.push(piece);
  return pieces.map((one) => one.replace(/\s+/g, " "));
}
