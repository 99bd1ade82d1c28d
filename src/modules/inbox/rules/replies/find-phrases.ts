import type { ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import type { Outside } from "#platform/rules/outside-text.ts";
import type { ReplyLanguage, ReplyPhrases } from "#platform/rules/mail/reply-language.ts";
import { type Pattern, readPhrase, type Words } from "./phrases.ts";
import { intended } from "./spelling.ts";
import { type Sentence, type Token, wordsOf } from "./tokens.ts";

export type Tier = keyof ReplyPhrases;
type Sense = ReplyCategory | "softener" | "stays";
type Rule = {
  readonly pattern: Pattern;
  readonly language: Lexicon;
  readonly sense: Sense;
  readonly tier: Tier;
  /** It is about its writer also where it asks. */ readonly asks: boolean;
};

/** A language as its file has it. */
export type Language = ReplyLanguage & {
  readonly phrases: Partial<Record<ReplyCategory, ReplyPhrases>>;
};

/** A language as its phrases are looked for. */
type Lexicon = {
  readonly common: ReadonlySet<string>;
  readonly firstPerson: ReadonlySet<string>;
  readonly negations: ReadonlySet<string>;
  readonly negatesBehind: boolean;
  readonly conditions: ReadonlySet<string>;
};

/** All languages together: most replies do not say in which they are, and many mix two. */
export type Lexica = {
  readonly languages: readonly Lexicon[];
  readonly rules: Index<Rule>;
  readonly courtesies: ReadonlySet<string>;
  readonly joints: ReadonlySet<string>;
  readonly contrasts: ReadonlySet<string>;
  /** Words of phrases, and those of them that are known when they are misspelt. */
  readonly vocabulary: ReadonlySet<string>;
  readonly misspelt: readonly string[];
  /** How the end of a mail begins, above the name, and what programs put below it. */
  readonly closings: Index<Pattern>;
  readonly disclaimers: Index<Pattern>;
};

/** Patterns by the word with which they begin, and by what such a word begins with. */
type Index<T> = {
  readonly byWord: Map<string, T[]>;
  readonly open: (readonly [start: string, one: T])[];
};
const emptyIndex = <T>(): Index<T> => ({ byWord: new Map(), open: [] });

function addTo<T>({ byWord, open }: Index<T>, { starts, openStarts }: Pattern, one: T): void {
  for (const start of starts) byWord.set(start, [...(byWord.get(start) ?? []), one]);
  // A name begins too many phrases to be looked for.
  for (const start of openStarts.filter((s) => s !== "")) open.push([start, one]);
}

const candidates = <T>({ byWord, open }: Index<T>, word: string): readonly T[] => {
  const exact = byWord.get(word) ?? [];
  const others = open.filter(([start]) => word.startsWith(start));
  return others.length === 0 ? exact : [...exact, ...others.map(([, one]) => one)];
};

/** A phrase that was found. */
export type Found = {
  readonly category: ReplyCategory;
  readonly tier: Tier;
  /** Which sentence, counted from 0. */
  readonly sentence: number;
  /** Its first token, and the one behind its last. */
  readonly from: number;
  readonly to: number;
  /** Something turns it into its opposite. */
  readonly isNegated: boolean;
  /** It holds on a condition, or somebody else is asked about. */
  readonly isConditional: boolean;
};

const wordsIn = (text: string): string[] => text.split(/\s+/).filter(Boolean).flatMap(wordsOf);
const linesIn = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Prepares the phrases of all languages. Throws for a phrase that is written wrongly, and names it. */
export function compileLanguages(languages: readonly ReplyLanguage[]): Lexica {
  const rules = emptyIndex<Rule>();
  const closings = emptyIndex<Pattern>();
  const disclaimers = emptyIndex<Pattern>();
  const vocabulary = new Set<string>();
  const lexicons: Lexicon[] = [];
  for (const language of languages) {
    const lexicon: Lexicon = {
      common: new Set(wordsIn(language.common)),
      firstPerson: new Set(wordsIn(language.firstPerson)),
      negations: new Set(wordsIn(language.negations)),
      negatesBehind: language.negatesBehind,
      conditions: new Set(wordsIn(language.conditions)),
    };
    lexicons.push(lexicon);
    const add = (text: string, sense: Sense, tier: Tier): void => {
      for (const line of linesIn(text)) {
        const asks = line.startsWith(ASKS);
        const phrase = asks ? line.slice(ASKS.length) : line;
        const pattern = readPhrase(phrase, language.lists, lexicon.negations);
        for (const word of pattern.words) vocabulary.add(word);
        const rule: Rule = { pattern, language: lexicon, sense, tier, asks };
        addTo(rules, pattern, rule);
      }
    };
    for (const [index, text] of [
      [closings, language.closings],
      [disclaimers, language.disclaimers],
    ] as const) {
      for (const line of linesIn(text)) {
        const pattern = readPhrase(line, language.lists);
        addTo(index, pattern, pattern);
      }
    }
    add(language.softeners, "softener", "clear");
    add(language.stays, "stays", "clear");
    for (const [category, phrases] of Object.entries(language.phrases)) {
      const { whole = "", clear = "", hint = "" } = phrases ?? {};
      // The keys are categories.
      const sense = category as ReplyCategory;
      add(whole, sense, "whole");
      add(clear, sense, "clear");
      add(hint, sense, "hint");
    }
  }
  return {
    languages: lexicons,
    rules,
    courtesies: new Set(languages.flatMap(({ courtesies }) => wordsIn(courtesies))),
    joints: new Set(languages.flatMap(({ joints }) => wordsIn(joints))),
    vocabulary,
    misspelt: languages.flatMap(({ misspelt }) => wordsIn(misspelt)),
    contrasts: new Set(languages.flatMap(({ contrasts }) => wordsIn(contrasts))),
    closings,
    disclaimers,
  };
}

/** Whether one of the patterns begins among the first words of a sentence, and how many words it takes. */
export function beginsWith(
  lexica: Lexica,
  patterns: Index<Pattern>,
  { tokens }: Sentence,
  within: number,
): boolean {
  const words = clausesOf(lexica, tokens);
  return tokens
    .slice(0, within)
    .some(({ word }, at) => candidates(patterns, word).some(({ endOf }) => endOf(words, at) > at));
}

function spelt({ vocabulary, misspelt }: Lexica, token: Token): Token {
  const word = intended(token.word, vocabulary, misspelt);
  return word === token.word ? token : { ...token, word };
}

/** How a phrase begins that asks how to opt out. */
const ASKS = "! ";

type Hit = { readonly rule: Rule; readonly from: number; readonly to: number };

/** What a sentence says, and whether it says that its writer wants to stay in touch. */
export function findPhrases(
  lexica: Lexica,
  sentence: Outside<Sentence>,
  index: number,
): { readonly found: Found[]; readonly stays: boolean; readonly contrasts: readonly number[] } {
  const tokens = sentence.tokens.map((token) => spelt(lexica, token));
  const words = clausesOf(lexica, tokens);
  const hits = hitsIn(lexica, words);
  const isHeld = (at: number, but: Hit): boolean =>
    hits.some(
      (hit) => hit !== but && hit.from <= at && at < hit.to && hit.rule.sense !== but.rule.sense,
    );
  const isSoftened = (at: number): boolean =>
    hits.some((hit) => hit.from <= at && at < hit.to && hit.rule.sense === "softener");
  const found = hits.flatMap((hit): Found[] => {
    const { sense, tier, language } = hit.rule;
    if (sense === "softener" || sense === "stays") return [];
    const part = tokens.slice(hit.from, hit.to);
    if (part.some(({ isQuoted }) => isQuoted)) return [];
    if (tier === "whole" && !isWhole(lexica, words, hit, hits)) return [];
    if (STOPS.has(sense) && isCutBehindNo(tokens, hit)) return [];
    // "Which" and "how" ask at the beginning alone.
    if (sense === "question" && words.isOpening[hit.from] !== true) return [];
    if (
      sense !== "out_of_office" &&
      hits.some((other) => holds(other, hit) && other.rule.sense !== sense)
    )
      return [];
    const isFree = (at: number, list: ReadonlySet<string>): boolean =>
      (at < hit.from || at >= hit.to) &&
      list.has(tokens[at]?.word ?? "") &&
      !(WELCOME.has(sense) ? isSoftened(at) : isHeld(at, hit));
    const places = tokens.map((_, at) => at);
    const isNegated =
      (STOPS.has(sense) && isDirectlyNegated(words, hit, isSoftened)) ||
      places.some(
        (at) =>
          words.clauses[at] === words.clauses[hit.from] &&
          (at < hit.from || (language.negatesBehind && at < hit.to + 4)) &&
          isFree(at, language.negations),
      );
    // "Sí, ..." answers, and "si" without a comma is a condition, though it reads like a yes.
    const isCondition = (at: number): boolean =>
      isFree(at, language.conditions) ||
      (STOPS.has(sense) &&
        at < hit.from &&
        language.conditions.has(tokens[at]?.word ?? "") &&
        isYesAlone(hits, at));
    const isConditional =
      places.some((at) => isCondition(at) && tokens[at + 1]?.isBehindBreak !== true) ||
      (sentence.isQuestion &&
        !hit.rule.asks &&
        !tokens.some(({ word }) => language.firstPerson.has(word)));
    return [
      {
        category: sense,
        tier,
        sentence: index,
        from: hit.from,
        to: hit.to,
        isNegated,
        isConditional,
      },
    ];
  });
  const contrasts = [...tokens.keys()].filter((at) => lexica.contrasts.has(tokens[at]?.word ?? ""));
  return { found, stays: hits.some(({ rule }) => rule.sense === "stays"), contrasts };
}

/** "Not" before them takes them back, whatever else it belongs to. */
const WELCOME: ReadonlySet<Sense> = new Set(["interested", "meeting_request", "referral"]);

const STOPS: ReadonlySet<Sense> = new Set(["do_not_contact", "hostile"]);

/** "Não, me contate em janeiro": the no answers, and what follows is another clause. */
const isCutBehindNo = (tokens: readonly Token[], { rule, from, to }: Hit): boolean =>
  tokens
    .slice(from, to - 1)
    .some(
      ({ word }, i) =>
        rule.language.negations.has(word) && tokens[from + i + 1]?.isBehindBreak === true,
    );

/** What holds a word is that it may be a yes, and nothing longer. */
const isYesAlone = (hits: readonly Hit[], at: number): boolean =>
  hits.every(
    ({ rule, from, to }) =>
      !(from <= at && at < to) || (WELCOME.has(rule.sense) && to - from === 1),
  );

/** "Don't | want to be taken off": whatever else that word belongs to. */
function isDirectlyNegated(
  { tokens }: Words,
  { rule, from }: Hit,
  isSoftened: (at: number) => boolean,
): boolean {
  const before = tokens[from - 1];
  return (
    before !== undefined &&
    rule.language.negations.has(before.word) &&
    tokens[from]?.isBehindBreak !== true &&
    !isSoftened(from - 1)
  );
}

/** A longer phrase says more than one within it. */
const holds = (outer: Hit, inner: Hit): boolean =>
  outer.rule.tier !== "hint" &&
  outer.from <= inner.from &&
  outer.to >= inner.to &&
  outer.to - outer.from > inner.to - inner.from;

function hitsIn(lexica: Lexica, words: Words): Hit[] {
  const spoken = languagesOf(lexica, words.tokens);
  return words.tokens.flatMap(({ word }, from) =>
    candidates(lexica.rules, word).flatMap((rule) => {
      if (!spoken.has(rule.language)) return [];
      const to = rule.pattern.endOf(words, from);
      return to > from ? [{ rule, from, to }] : [];
    }),
  );
}

/** Fewer common words say nothing about a sentence's language. */
const KNOWN_BY = 3;

/**
 * The languages that a sentence may be in: "remove me" is English and Portuguese, "remove me from
 * your list" is not.
 */
function languagesOf({ languages }: Lexica, tokens: readonly Token[]): ReadonlySet<Lexicon> {
  const scored = languages.map((language) => ({
    language,
    score: tokens.filter(({ word }) => language.common.has(word)).length,
  }));
  const best = Math.max(...scored.map(({ score }) => score));
  if (best < KNOWN_BY) return new Set(languages);
  return new Set(scored.filter(({ score }) => score * 2 >= best).map(({ language }) => language));
}

type Clauses = Words & {
  readonly clauses: readonly number[];
  /** Nothing but courtesies stands between it and the start of the sentence. */
  readonly isOpening: readonly boolean[];
};

function clausesOf({ courtesies, joints }: Lexica, tokens: readonly Token[]): Clauses {
  const isCourtesy = (at: number): boolean => {
    const token = tokens[at];
    if (!token) return false;
    if (courtesies.has(token.word) || joints.has(token.word)) return true;
    // A name behind a greeting.
    return token.isCapital && at > 0 && at < 4 && courtesies.has(tokens[at - 1]?.word ?? "");
  };
  const starts = tokens.map(
    ({ word, isBehindBreak }, at) => at === 0 || isBehindBreak || joints.has(word),
  );
  const clauses: number[] = [];
  const isFirst: boolean[] = [];
  const isOpening: boolean[] = [];
  for (const at of tokens.keys()) {
    isOpening.push(at === 0 || (isOpening[at - 1] === true && isCourtesy(at - 1)));
    clauses.push((clauses[at - 1] ?? -1) + (starts[at] === true ? 1 : 0));
    isFirst.push(starts[at] === true || (isFirst[at - 1] === true && isCourtesy(at - 1)));
  }
  const isLast: boolean[] = Array.from({ length: tokens.length + 1 }, () => false);
  for (let at = tokens.length; at >= 0; at--) {
    isLast[at] =
      at === tokens.length || starts[at] === true || (isCourtesy(at) && isLast[at + 1] === true);
  }
  return { tokens, isFirst, isLast, isOpening, clauses };
}

/** What may stand beside a keyword: "not interested, stop". */
const REFUSALS: ReadonlySet<Sense> = new Set(["not_interested", "do_not_contact", "hostile"]);

/** Nothing else is in the sentence but courtesies, a name and a refusal. */
function isWhole(
  { courtesies }: Lexica,
  { tokens, isFirst, isLast }: Words,
  { from, to }: Hit,
  hits: readonly Hit[],
): boolean {
  const isNamed = (at: number): boolean => tokens[at]?.isCapital === true;
  if (isFirst[from] !== true && !(from === 1 && isNamed(0))) return false;
  if (isLast[to] !== true && !(isNamed(to) && isLast[to + 1] === true)) return false;
  const refusals = hits.filter(({ rule }) => rule.tier !== "hint" && REFUSALS.has(rule.sense));
  return tokens.every(
    ({ word, isCapital }, at) =>
      (at >= from && at < to) ||
      courtesies.has(word) ||
      (isCapital && (at === from - 1 || at === to)) ||
      refusals.some((one) => one.from <= at && at < one.to),
  );
}
