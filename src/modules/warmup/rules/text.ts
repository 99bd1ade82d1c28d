import { chooser } from "#platform/rules/seed.ts";
import type { Language } from "./language.ts";
import { firstName } from "./person.ts";
import type { Phrases } from "#modules/warmup/rules/phrases/phrases.ts";
import { GERMAN } from "#modules/warmup/rules/phrases/phrases-de.ts";
import { ENGLISH } from "#modules/warmup/rules/phrases/phrases-en.ts";
import { SPANISH } from "#modules/warmup/rules/phrases/phrases-es.ts";
import { FRENCH } from "#modules/warmup/rules/phrases/phrases-fr.ts";

const PHRASES: Readonly<Record<Language, Phrases>> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
};

/** Whose names a mail carries: display names of the two mailboxes. */
export type Names = { readonly from: string; readonly to: string };

/** A mail in plain words: the same for the same seed, on every host and in every try. */
export type WarmupText = { readonly subject: string; readonly text: string };

/** A mail that begins a conversation. */
export function writeStarter(seed: string, language: Language, names: Names): WarmupText {
  const words = PHRASES[language];
  const pick = chooser(seed);
  const topic = one(words.topics, pick);
  const fill = filler(words, pick, names);
  const subject = capital(fill(one(topic.subjects, pick)));
  const opening = pick(4) === 0 ? null : one(words.openings, pick);
  const lines = topic.lines.map((group) => one(group, pick));
  const closing = pick(3) === 0 ? [] : [one(words.closings, pick)];
  const greeting = greet(words, pick, names);
  const body =
    pick(2) === 0
      ? [[opening, ...lines, ...closing]]
      : [
          [opening, ...lines.slice(0, 2)],
          [...lines.slice(2), ...closing],
        ];
  const paragraphs = body
    .map((sentences) => sentences.filter((sentence) => sentence !== null).join(" "))
    .filter((paragraph) => paragraph !== "");
  const [first = "", ...rest] = paragraphs;
  // An opening goes on after the greeting's comma; any other sentence begins with a capital.
  const text = [opening !== null && pick(2) === 0 ? first : capital(first), ...rest];
  return { subject, text: [greeting, ...text, one(words.signOffs, pick)].map(fill).join("\n\n") };
}

/** An answer to the mail that this seed makes, with the mail quoted below, mostly. */
export function writeAnswer(
  seed: string,
  language: Language,
  names: Names,
  original: WarmupText,
): WarmupText {
  const words = PHRASES[language];
  const topic = one(words.topics, chooser(seed));
  const pick = chooser(`${seed}:answer`);
  const fill = filler(words, pick, names);
  const sentences = [one(words.thanks, pick), one(topic.answers, pick)].filter((s) => s !== "");
  const closing = pick(4) === 0 ? [one(words.closings, pick)] : [];
  const greeting = pick(5) === 0 ? [] : [greet(words, pick, names)];
  const signOff = pick(6) === 0 ? (names.from.split(" ")[0] ?? "") : one(words.signOffs, pick);
  const own = [...greeting, [...sentences, ...closing].join(" "), signOff].map(fill);
  const quote = pick(10) < 7 ? [quoted(words, names.to, original.text)] : [];
  return { subject: `Re: ${original.subject}`, text: [...own, ...quote].join("\n\n") };
}

const quoted = (words: Phrases, author: string, text: string): string =>
  [
    words.wrote.replace("{from}", author),
    ...text.split("\n").map((line) => (line === "" ? ">" : `> ${line}`)),
  ].join("\n");

function greet(words: Phrases, pick: (below: number) => number, names: Names): string {
  const named = one(words.greetings, pick);
  const plain = one(words.plainGreetings, pick);
  return firstName(names.to) === null ? plain : named;
}

/** Puts names, days, times and numbers in; each mail has one of each. */
function filler(words: Phrases, pick: (below: number) => number, names: Names) {
  const values: Readonly<Record<string, string>> = {
    to: firstName(names.to) ?? "",
    from: firstName(names.from) ?? names.from,
    day: one(words.days, pick),
    time: `${10 + pick(7)}:${one(["00", "15", "30", "45"], pick)}`,
    n: String(3 + pick(6)),
  };
  return (text: string): string =>
    text.replace(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

// The lists above are never empty.
const one = <T>(list: readonly T[], pick: (below: number) => number): T => {
  const [first] = list;
  const chosen = list[pick(list.length)] ?? first;
  if (chosen === undefined) throw new Error("an empty list of phrases");
  return chosen;
};
