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
const DIGITS = /\d[\w.]*/y;
const NAMED_ARGUMENT = /\s{0,7}:/y;
/** Words that one name may have. */
const MAX_WORDS = 6;
/** More of them in one expression help nobody. */
const MAX_UNKNOWN = 100;

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
  const noted = (one: Unknown): void => void (unknown.length < MAX_UNKNOWN && unknown.push(one));
  let inFilter = false;
  /** Anything but blanks stands before. */
  let isBegun = false;
  for (let i = 0; i < source.length;) {
    const char = source.charAt(i);
    if (char === '"' || char === "'") {
      const end = source.indexOf(char, i + 1);
      const stop = end < 0 ? source.length : end + 1;
      text += source.slice(i, stop);
      isBegun = true;
      i = stop;
      continue;
    }
    WORD.lastIndex = i;
    const word = WORD.exec(source)?.[0];
    if (word === undefined) {
      if (char === "|") inFilter = true;
      // A number takes the letters behind it along, so that they are no name.
      DIGITS.lastIndex = i;
      const number = DIGITS.exec(source)?.[0] ?? char;
      text += number;
      isBegun ||= number.trim() !== "";
      i += number.length;
      continue;
    }
    const name = inFilter ? word : longest(source, i, word, names);
    i += name.length;
    NAMED_ARGUMENT.lastIndex = i;
    const isNamedArgument = NAMED_ARGUMENT.test(source);
    if (inFilter || isNamedArgument || SYNTAX.has(word) || locals.has(word.split(".")[0] ?? "")) {
      text += inFilter ? word : name;
      isBegun = true;
      inFilter = false;
      continue;
    }
    const found = find(name);
    if ("unknown" in found) {
      noted({ name, reason: found.unknown, suggestion: found.suggestion });
      text += name;
    } else if (found.filters === "" || (isOutput && !isBegun)) {
      text += found.filters === "" ? found.name : `${found.name} ${found.filters}`;
    } else {
      const reason = `A condition can't test “${name}”.`;
      noted({ name, reason, suggestion: `Test ${found.name} with contains instead.` });
      text += name;
    }
    isBegun = true;
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
