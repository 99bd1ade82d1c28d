import type { OutsideText } from "#platform/rules/outside-text.ts";

/**
 * The JSON object in what a model wrote: models wrap it in code fences, thoughts and courtesies.
 * Undefined when there is none.
 */
export function jsonIn(text: OutsideText): unknown {
  const said = withoutThoughts(text);
  const [from, to] = [said.indexOf("{"), said.lastIndexOf("}")];
  if (from < 0 || to <= from) return undefined;
  try {
    return JSON.parse(said.slice(from, to + 1));
  } catch {
    return undefined;
  }
}

/** Without the text between `<think>` and `</think>`; an unclosed `<think>` is left as it is. */
function withoutThoughts(text: string): string {
  let said = "";
  let from = 0;
  const ends = [...text.matchAll(/<\/think>/gi)].map(({ index }) => index);
  let passed = 0;
  for (const { index } of text.matchAll(/<think>/gi)) {
    if (index < from) continue;
    while ((ends[passed] ?? Infinity) < index) passed++;
    const end = ends[passed];
    if (end === undefined) break;
    said += text.slice(from, index);
    from = end + "</think>".length;
  }
  return said + text.slice(from);
}
