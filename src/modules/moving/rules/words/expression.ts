import type { OutsideText } from "#platform/rules/outside-text.ts";
import type { OursFor } from "./variable-names.ts";

/** Finds what a variable is here. */
export type Find = (name: OutsideText) => OursFor;
export type Unknown = {
  readonly name: string;
  readonly reason: string;
  readonly suggestion: string;
};
type Translated = { readonly text: string; readonly unknown: readonly Unknown[] };

const SYNTAX = new Set(
  "and or not contains in blank empty nil null true false forloop limit offset reversed by with as cols".split(
    " ",
  ),
);
const WORD = /[\p{L}_][\p{L}\p{M}\p{N}_.-]*/uy;
const MORE = / +[\p{L}\p{M}\p{N}_.-]+/uy;
/** Words that one name may have. */
const MAX_WORDS = 6;

/**
 * Replaces the rival's variables in a condition or a value with filters; what stands in quotes, names of
 * filters and what the template itself assigns stay.
 */
export function translateExpression(
  source: OutsideText,
  find: Find,
  names: ReadonlyMap<string, string>,
  locals: ReadonlySet<string>,
  /** In an output filters may follow; a condition has none. */
  isOutput: boolean,
): Translated {
  let text = "";
  const unknown: Unknown[] = [];
  let inFilter = false;
  for (let i = 0; i < source.length;) {
    const char = source.charAt(i);
    if (char === '"' || char === "'") {
      const end = source.indexOf(char, i + 1);
      const stop = end < 0 ? source.length : end + 1;
      text += source.slice(i, stop);
      i = stop;
      continue;
    }
    WORD.lastIndex = i;
    const word = WORD.exec(source)?.[0];
    if (word === undefined) {
      if (char === "|") inFilter = true;
      // A number takes the letters behind it along, so that they are no name.
      const digits = /\d[\w.]*/y;
      digits.lastIndex = i;
      const number = digits.exec(source)?.[0] ?? char;
      text += number;
      i += number.length;
      continue;
    }
    const name = inFilter ? word : longest(source, i, word, names);
    i += name.length;
    const isNamedArgument = /^\s*:/.test(source.slice(i, i + 8));
    if (inFilter || isNamedArgument || SYNTAX.has(word) || locals.has(word.split(".")[0] ?? "")) {
      text += inFilter ? word : name;
      inFilter = false;
      continue;
    }
    const found = find(name);
    if ("unknown" in found) {
      unknown.push({ name, reason: found.unknown, suggestion: found.suggestion });
      text += name;
    } else if (found.filters === "" || (isOutput && text.trim() === "")) {
      text += found.filters === "" ? found.name : `${found.name} ${found.filters}`;
    } else {
      const reason = `A condition can't test “${name}”.`;
      unknown.push({ name, reason, suggestion: `Test ${found.name} with contains instead.` });
      text += name;
    }
  }
  return { text, unknown };
}

/** The longest name with blanks that the rival has here; else the word alone. */
function longest(
  source: string,
  at: number,
  word: string,
  names: ReadonlyMap<string, string>,
): string {
  let best = word;
  let whole = word;
  for (let n = 1; n < MAX_WORDS; n++) {
    MORE.lastIndex = at + whole.length;
    const more = MORE.exec(source)?.[0];
    if (more === undefined) break;
    whole += more;
    if (names.has(whole)) best = whole;
  }
  return best;
}
