import type { OutsideText } from "#platform/rules/outside-text.ts";

/** A word; in scripts that put no spaces between words, each letter counts as one. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}\p{M}])+/gu;
/** Nobody looks for more letters of a word. */
const LONGEST_WORD = 64;
const MOST_TERMS = 10;
const MOST_WORDS = 40;

/** A word of a text: where it stands, and as it is compared. */
export type FoundWord = { readonly from: number; readonly to: number; readonly folded: string };

/** What is looked for: words in a row, the last of which may go on. */
export type Term = { readonly words: readonly string[]; readonly isBeginning: boolean };

/** The words of a text, without case and accents. */
export function* searchedWords(text: OutsideText): Generator<FoundWord> {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const folded = fold(word);
    if (folded !== "") yield { from: index, to: index + word.length, folded };
  }
}

/** A text as the index keeps it: its words with a space between them. */
export const indexedText = (text: OutsideText): string =>
  Array.from(searchedWords(text), ({ folded }) => folded).join(" ");

const fold = (word: string): string =>
  word
    .slice(0, LONGEST_WORD)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("ß", "ss");

const QUOTES = /[\u201c\u201d\u201e\u00ab\u00bb]/g;
const CHUNK = /"([^"]*)"?|[^\s"]+/g;

/**
 * What a search asks for: all of its terms have to be there. Words in quotes stand in a row, as do the
 * parts of `joe@acme.example`; the last word may go on, unless a space or a quote ends it.
 */
export function termsOf(q: OutsideText): readonly Term[] {
  const text = q.replace(QUOTES, '"');
  const terms: Term[] = [];
  let left = MOST_WORDS;
  for (const { 0: chunk, 1: quoted, index } of text.matchAll(CHUNK)) {
    const words = Array.from(searchedWords(quoted ?? chunk), ({ folded }) => folded).slice(0, left);
    if (words.length === 0) continue;
    left -= words.length;
    const isLast = quoted === undefined && index + chunk.length === text.length;
    terms.push({ words, isBeginning: isLast && mayGoOn(words.at(-1) ?? "") });
    if (terms.length === MOST_TERMS || left === 0) break;
  }
  return terms;
}

/** With one letter too many words begin, and one of a script without spaces is whole. */
const mayGoOn = (word: string): boolean => Array.from(word).length > 1;

/** The terms as the index is asked for them (sqlite.org/fts5.html, 3): words in quotes are no syntax. */
export const matchOf = (terms: readonly Term[]): string =>
  terms
    .map(({ words, isBeginning }) => `"${words.join(" ")}"${isBeginning ? " *" : ""}`)
    .join(" AND ");

/** The same of an index that knows no order of words: each of them has to be there. */
export const looseMatchOf = (terms: readonly Term[]): string =>
  matchOf(
    terms.flatMap(({ words, isBeginning }) =>
      words.map((word, i) => ({
        words: [word],
        isBeginning: isBeginning && i === words.length - 1 && word.length > 2,
      })),
    ),
  );
