import type { OutsideText } from "#platform/rules/outside-text.ts";

/** Lists within lists that copy may have. */
const MAX_LISTS = 100;

export const LISTS_TOO_DEEP = `Lists may nest ${MAX_LISTS} deep at most.`;

/** Where HTML opens more lists within lists than it may; -1 where it does not. */
export function listTooDeep(html: OutsideText): number {
  let depth = 0;
  for (const { index, 1: closing } of html.matchAll(/<(\/?)[uo]l\b/gi)) {
    depth = closing === "/" ? Math.max(0, depth - 1) : depth + 1;
    if (depth > MAX_LISTS) return index;
  }
  return -1;
}
