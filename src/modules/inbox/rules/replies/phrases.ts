import { type Token, wordsOf } from "./tokens.ts";

/** A sentence as phrases are looked for in it. */
export type Words = {
  /** As they are spelt correctly. */
  readonly tokens: readonly Token[];
  /** For each token: nothing but courtesies stands between it and the start of its clause. */
  readonly isFirst: readonly boolean[];
  /** For each place between tokens: nothing but courtesies follows up to the end of the clause. */
  readonly isLast: readonly boolean[];
};

/** Where the rest of a pattern ends that begins at a place; -1: it does not fit. */
type Step = (words: Words, at: number, rest: (at: number) => number) => number;

/** A piece of a pattern. */
type Part = {
  readonly step: Step;
  /** Words with which it may begin. */
  readonly starts: ReadonlySet<string>;
  /** What else such a word may begin with; empty text: it may be any. */
  readonly openStarts: readonly string[];
  readonly mayBeEmpty: boolean;
};

export type Pattern = {
  readonly text: string;
  /** Its first word: the pattern is tried at these alone. */
  readonly starts: ReadonlySet<string>;
  /** What else its first word may begin with, of which the rest is open. */
  readonly openStarts: readonly string[];
  /** Every whole word of it. */
  readonly words: readonly string[];
  /** The place behind it, where it begins at `at`; -1: it does not. */
  readonly endOf: (words: Words, at: number) => number;
};

const NONE: ReadonlySet<string> = new Set();
/** Words that a phrase may leave open between two of its own. */
const GAP = 3;
/** An umlaut may be typed as two letters. */
const UMLAUTS: readonly (readonly [RegExp, string])[] = [
  [/ä/g, "ae"],
  [/ö/g, "oe"],
  [/ü/g, "ue"],
];

/**
 * Reads a phrase of a language's file: words one after the other, `a|b` either, `(a b|c)` with more
 * words, `{name}` one of a list, `<name>` any word with a capital letter, `<number>` digits, a `?` behind what may be absent, `*` for any letters, `~` for up to
 * three words that negate nothing (`~5` for five), `^` where a clause begins and `$` where it ends.
 */
export function readPhrase(
  phrase: string,
  lists: Readonly<Record<string, string>>,
  negations: ReadonlySet<string> = NONE,
): Pattern {
  const fail = (why: string): never => {
    throw new Error(`${why} in the phrase "${phrase}"`);
  };
  if (/\S {4,}\S/.test(phrase)) fail("two phrases stand on one line");
  const text = withLists(phrase, lists, fail);
  let at = 0;
  const found: string[] = [];
  const skip = (): void => {
    while (text.charAt(at) === " ") at++;
  };

  /** In brackets, strokes divide sequences; outside, they divide words. */
  function sequence(isInBrackets: boolean): Part {
    const parts: Part[] = [];
    for (skip(); at < text.length && !")|".includes(text.charAt(at)); skip()) {
      parts.push(item(isInBrackets));
    }
    return inOrder(parts);
  }

  function item(isInBrackets: boolean): Part {
    const sign = text.charAt(at);
    if (sign === "^" || sign === "$") {
      at++;
      return {
        step: sign === "^" ? atStart : atEnd,
        starts: NONE,
        openStarts: [],
        mayBeEmpty: true,
      };
    }
    if (sign === "~") {
      const digits = /^\d/.exec(text.slice(++at))?.[0] ?? "";
      at += digits.length;
      const step = gap(digits === "" ? GAP : Number(digits), negations);
      return { step, starts: NONE, openStarts: [], mayBeEmpty: true };
    }
    const options: Part[] = [option()];
    while (!isInBrackets && text.charAt(at) === "|") {
      at++;
      options.push(option());
    }
    const either = anyOf(options);
    if (text.charAt(at) !== "?") return either;
    at++;
    return { ...either, step: optional(either.step), mayBeEmpty: true };
  }

  function option(): Part {
    const sign = text.charAt(at);
    if (sign === "(") {
      at++;
      const parts = [sequence(true)];
      while (text.charAt(at) === "|") {
        at++;
        parts.push(sequence(true));
      }
      if (text.charAt(at++) !== ")") fail("a bracket is open");
      return anyOf(parts);
    }
    const word = /^[^\s|?()^$~]+/u.exec(text.slice(at))?.[0] ?? fail(`no word at ${at}`);
    at += word.length;
    const spellings = UMLAUTS.reduce(
      (all, [umlaut, letters]) => all.replace(umlaut, letters),
      word,
    );
    return anyOf(
      [...new Set([word, spellings])].map((spelling) => {
        const parts = wordsOf(spelling);
        found.push(...parts.filter((part) => !/[*<]/.test(part)));
        return inOrder(parts.map(one));
      }),
    );
  }

  const whole = sequence(false);
  if (at < text.length) fail(`${JSON.stringify(text.charAt(at))} is too much`);
  if (whole.mayBeEmpty) fail("nothing is sure to be there");
  return {
    text: phrase,
    starts: whole.starts,
    openStarts: whole.openStarts,
    words: found,
    endOf: (words, from) => whole.step(words, from, (to) => to),
  };
}

function inOrder(parts: readonly Part[]): Part {
  const starts = new Set<string>();
  const openStarts: string[] = [];
  let mayBeEmpty = true;
  for (const part of parts) {
    if (mayBeEmpty) {
      for (const start of part.starts) starts.add(start);
      openStarts.push(...part.openStarts);
    }
    mayBeEmpty &&= part.mayBeEmpty;
  }
  const [only] = parts;
  const step =
    parts.length === 1 && only
      ? only.step
      : parts.reduceRight<Step>(
          (next, part) => (words, from, rest) =>
            part.step(words, from, (to) => next(words, to, rest)),
          (_, from, rest) => rest(from),
        );
  return { step, starts, openStarts, mayBeEmpty };
}

/** Lists may name others. */
const MAX_LISTS = 4;

function withLists(
  phrase: string,
  lists: Readonly<Record<string, string>>,
  fail: (why: string) => never,
): string {
  let text = phrase;
  for (let depth = 0; text.includes("{") && depth < MAX_LISTS; depth++) {
    text = text.replace(
      /\{(\w+)\}/g,
      (_, name: string) => `(${lists[name] ?? fail(`no list {${name}}`)})`,
    );
  }
  return text;
}

/** Either of them, the longest that fits; those that can't begin with the word at hand are left out. */
function anyOf(parts: readonly Part[]): Part {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const byWord = new Map<string, Part[]>();
  const isOpen = (part: Part): boolean => part.mayBeEmpty || part.openStarts.length > 0;
  const open = parts.filter(isOpen);
  for (const part of parts.filter((one) => !isOpen(one))) {
    for (const start of part.starts) byWord.set(start, [...(byWord.get(start) ?? []), part]);
  }
  return {
    step: (words, at, rest) => {
      let best = -1;
      const token = words.tokens[at];
      const fitting = token && byWord.get(token.word);
      if (fitting) for (const { step } of fitting) best = Math.max(best, step(words, at, rest));
      for (const { step } of open) best = Math.max(best, step(words, at, rest));
      return best;
    },
    starts: new Set(parts.flatMap(({ starts }) => [...starts])),
    openStarts: parts.flatMap(({ openStarts }) => openStarts),
    mayBeEmpty: parts.some(({ mayBeEmpty }) => mayBeEmpty),
  };
}

const optional =
  (step: Step): Step =>
  (words, at, rest) =>
    Math.max(step(words, at, rest), rest(at));

const atStart: Step = (words, at, rest) => (words.isFirst[at] === true ? rest(at) : -1);
const atEnd: Step = (words, at, rest) => (words.isLast[at] === true ? rest(at) : -1);

/** Words of the same clause; none that negates. */
const gap =
  (most: number, negations: ReadonlySet<string>): Step =>
  (words, at, rest) => {
    for (let to = at; to - at <= most; to++) {
      const next = words.tokens[to];
      if (to > at && next?.isBehindBreak === true) return -1;
      const end = rest(to);
      if (end >= 0) return end;
      if (!next || next.isBehindBreak || negations.has(next.word)) return -1;
    }
    return -1;
  };

/** One word; `*` in it is any letters. */
function one(word: string): Part {
  if (word === "<name>") return oneOf(isName, [""]);
  if (word === "<number>") return oneOf(isNumber, [""]);
  const [head = "", tail] = word.split("*");
  if (tail === undefined) {
    return {
      step: (words, at, rest) => (words.tokens[at]?.word === word ? rest(at + 1) : -1),
      starts: new Set([word]),
      openStarts: [],
      mayBeEmpty: false,
    };
  }
  if (head.length < 2) throw new Error(`"${word}" begins too openly`);
  return oneOf(
    ({ word: given }) =>
      given.length >= head.length + tail.length && given.startsWith(head) && given.endsWith(tail),
    [head],
  );
}

const oneOf = (fits: (token: Token) => boolean, openStarts: readonly string[]): Part => ({
  step: (words, at, rest) => {
    const token = words.tokens[at];
    return token && fits(token) ? rest(at + 1) : -1;
  },
  starts: NONE,
  openStarts,
  mayBeEmpty: false,
});

/** A word with a capital letter, such as a person's or a company's name. */
const isName = ({ isCapital }: Token): boolean => isCapital;

const isNumber = ({ word }: Token): boolean => /^\d{1,4}$/.test(word);
