import type { ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import { writtenText } from "#modules/inbox/rules/quote.ts";
import type { Outside } from "#platform/rules/outside-text.ts";
import { plainLine } from "#platform/rules/mail/plain-line.ts";
import type { ReplyLanguage } from "#platform/rules/mail/reply-language.ts";
import { isAnswerSubject } from "#platform/rules/mail/subject.ts";
import { decide, decideAutomatic, type Decision, type Sayings } from "./decide.ts";
import { compileLanguages, type Found, findPhrases, type Lexica } from "./find-phrases.ts";
import { type NamedPerson, namedPeople } from "./named-people.ts";
import { type Sentence, sentencesOf, type Token } from "./tokens.ts";
import { writtenSentences } from "./written-sentences.ts";

/** What a mail says. */
export type Reading = {
  readonly category: ReplyCategory;
  /** The phrases that decided, as they were written. */
  readonly words: readonly string[];
  /** From 0 to 1; low where no rule fits. */
  readonly confidence: number;
  /** The sentences in which they stand; "" where nothing decided. */
  readonly said: string;
  /** Whom it names with an address, its writer perhaps among them. */
  readonly people: readonly NamedPerson[];
};

/** No phrase decided. */
export const readingWithout = (category: ReplyCategory, confidence: number): Reading => ({
  category,
  words: [],
  confidence,
  said: "",
  people: [],
});

type Said = { readonly subject: string; readonly text: string };

const MAX_PHRASES = 5;
const MAX_PHRASE = 120;
const SURE = { whole: 0.95, clear: 0.95, hint: 0.65 } as const;
/** A question is known by its mark alone. */
const MARKED = 0.8;
const IN_DOUBT = 0.15;
const UNKNOWN = 0.3;

const compiled = new WeakMap<readonly ReplyLanguage[], Lexica>();
/** Made when the first reply is read by these languages, which no start waits for. */
function lexicaOf(languages: readonly ReplyLanguage[]): Lexica {
  const lexica = compiled.get(languages) ?? compileLanguages(languages);
  compiled.set(languages, lexica);
  return lexica;
}

/**
 * What a person's reply says, by the phrases of these languages: what its writer wrote above the
 * quotation and the signature decides, and nothing else. `known` are texts that we sent in the
 * conversation: sentences of theirs are quotations, however they are marked.
 */
export function readReplyText(
  languages: readonly ReplyLanguage[],
  said: Outside<Said>,
  known: Outside<readonly string[]> = [],
): Reading {
  const lexica = lexicaOf(languages);
  const text = writtenText(said.text);
  const sentences = writtenSentences(lexica, text, known);
  const decision = decide(sayings(lexica, sentences));
  if (decision) return readingOf(text, sentences, decision);
  return bySubject(lexica, said) ?? readingWithout("other", UNKNOWN);
}

/** What an automatic mail says: `automatic` where it says nothing else. */
export function readAutomatic(
  languages: readonly ReplyLanguage[],
  said: Outside<Said>,
  isAbsence: boolean,
): Reading {
  const lexica = lexicaOf(languages);
  const text = writtenText(said.text);
  const sentences = writtenSentences(lexica, text, []);
  const decision = decideAutomatic(sayings(lexica, sentences));
  if (decision && !(isAbsence && decision.category === "wrong_person")) {
    return readingOf(text, sentences, decision);
  }
  return readingWithout(isAbsence ? "out_of_office" : "automatic", MARKED);
}

function sayings(lexica: Lexica, sentences: readonly Sentence[]): Sayings {
  const parts = sentences.map((sentence, i) => findPhrases(lexica, sentence, i));
  const found = parts.flatMap((part) => part.found);
  const places = [...sentences.keys()];
  return {
    found,
    stays: parts.some(({ stays }) => stays),
    sentences: places.filter(
      (i) =>
        found.some(({ sentence }) => sentence === i) ||
        !isGreeting(lexica, sentences[i]?.tokens ?? []),
    ),
    contrasts: parts.flatMap(({ contrasts }, i) => contrasts.map((at) => [i, at] as const)),
    size: sentences.reduce((sum, { tokens }) => sum + tokens.length, 0),
    questions: places.filter((i) => {
      const sentence = sentences[i];
      return sentence?.isQuestion === true && sentence.tokens.some(({ isQuoted }) => !isQuoted);
    }),
  };
}

const isGreeting = ({ courtesies }: Lexica, [first, ...rest]: readonly Token[]): boolean =>
  first !== undefined &&
  courtesies.has(first.word) &&
  rest.every(({ word, isCapital }) => courtesies.has(word) || isCapital);

function readingOf(
  text: string,
  sentences: readonly Sentence[],
  { category, by, inDoubt, question }: Decision,
): Reading {
  const places = apart(by).map(
    ({ sentence, from, to }) => sentences[sentence]?.tokens.slice(from, to) ?? [],
  );
  const asked = question === undefined ? [] : (sentences[question]?.tokens ?? []);
  const phrases = (places.length > 0 ? places : [asked]).map((tokens) =>
    plainLine(text.slice(tokens[0]?.from ?? 0, tokens.at(-1)?.to ?? 0), MAX_PHRASE),
  );
  const within = new Set(by.length > 0 ? by.map(({ sentence }) => sentence) : [question]);
  const said = sentences.filter((_, i) => within.has(i));
  const sure = by.length === 0 ? MARKED : Math.max(...by.map(({ tier }) => SURE[tier]));
  return {
    category,
    words: [...new Set(phrases)].filter((phrase) => phrase !== "").slice(0, MAX_PHRASES),
    confidence: Math.round((sure - (inDoubt ? IN_DOUBT : 0)) * 100) / 100,
    said: said
      .map(({ tokens }) => text.slice(tokens[0]?.from ?? 0, tokens.at(-1)?.to ?? 0))
      .join("\n"),
    people: namedPeople(text, sentences),
  };
}

type Place = Pick<Found, "sentence" | "from" | "to">;

/** Phrases that overlap are one. */
function apart(places: readonly Place[]): Place[] {
  const all: Place[] = [];
  for (const one of places.toSorted((a, b) => a.sentence - b.sentence || a.from - b.from)) {
    const last = all.at(-1);
    if (last?.sentence === one.sentence && one.from < last.to) {
      all[all.length - 1] = { ...last, to: Math.max(last.to, one.to) };
    } else all.push(one);
  }
  return all;
}

/** Some write "Unsubscribe" as the subject, and nothing below it. */
function bySubject(lexica: Lexica, { subject }: Said): Reading | null {
  if (isAnswerSubject(subject)) return null;
  const sentences = sentencesOf(subject.slice(0, MAX_PHRASE));
  const said = sayings(lexica, sentences);
  const decision = decide({
    ...said,
    questions: [],
    found: said.found.filter(
      ({ tier, category }) => tier === "whole" && category === "do_not_contact",
    ),
  });
  return decision && readingOf(subject, sentences, decision);
}
