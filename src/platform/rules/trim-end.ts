import type { OutsideText } from "./outside-text.ts";

/** The text without any of these signs at its end. A pattern such as `/x+$/` tries every `x` anew. */
export function trimEnd(text: OutsideText, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
