import { t } from "#dashboard/words/words.ts";
/**
 * A fault of a template, placed in the text as typed: the API names a place in the stored HTML, and
 * people see their own lines. Each brace of the HTML is one of the typed text.
 */
export function templateFault(message: string, html: string, typed: string): string {
  const match = /^(\d{1,7}):(\d{1,7}): ([\s\S]+)$/.exec(message);
  if (!match) return message;
  const [, line = "1", column = "1", words = ""] = match;
  const at = offsetOf(html, Number(line), Number(column));
  const place = html === typed ? at : sameBrace(html, at, typed);
  const before = typed.slice(0, place).split("\n");
  const character = (before.at(-1)?.length ?? 0) + 1;
  const where = typed.includes("\n")
    ? t("Line {line}, character {character}", { line: before.length, character })
    : t("Character {character}", { character });
  return `${where}: ${words}`;
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let n = 1; n < line; n++) {
    const end = text.indexOf("\n", start);
    if (end < 0) break;
    start = end + 1;
  }
  return start + column - 1;
}

/** The position in the typed text of the brace at or before that place of the HTML. */
function sameBrace(html: string, at: number, typed: string): number {
  const before = html.slice(0, at + 1);
  const count = before.split("{").length - 1;
  if (count === 0) return 0;
  let place = -1;
  for (let n = 0; n < count; n++) place = typed.indexOf("{", place + 1);
  // As far into the tag as the HTML's place is.
  return Math.max(0, place) + (before.length - 1 - before.lastIndexOf("{"));
}
