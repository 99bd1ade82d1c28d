import { WORD } from "./lexicon.ts";

/** A word as it is looked up, and where it stands in the text. */
export type SpamWord = {
  readonly root: string;
  readonly start: number;
  readonly end: number;
  /** Written so that a filter reads something else: F-R-E-E, fr33, freeee. */
  readonly isDisguised: boolean;
};

/** What a word is by its root, and whether some term has that root. */
export type Vocabulary = {
  readonly root: (word: string) => string;
  readonly has: (root: string) => boolean;
};

const ATOM =
  /\{\{[^{}]{0,300}\}\}|\{%[^%]{0,300}%\}|\bhttps?:\/\/[^\s\u2029]+|\b[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,190}/g;
/** Nothing longer is a word, or worth reading as one. */
const MAX_WORD = 40;
/** Single letters, all with the same sign between them. */
const SPACED = /(?<![\p{L}\p{N}])\p{L}([-._*~+/|·• ])\p{L}(?:\1\p{L})+(?![\p{L}\p{N}])/gu;
/** Letters with look-alike signs among them. */
const LEET =
  /(?<![\p{L}\p{N}@$!|])(?=[@$!|\p{N}]*\p{L})[\p{L}\p{N}@$!|]*[\p{L}\p{N}@$](?![\p{L}\p{N}@$|])/gu;
/** Parts of a word with one sign between them. */
const PARTED = /(?<![\p{L}\p{N}])\p{L}{1,12}(?:[-._*~·•]\p{L}{1,12}){1,3}(?![\p{L}\p{N}])/gu;

const LEET_LETTERS: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
  "|": "l",
};

/** Letters of other scripts that look Latin, each before the letter it looks like. */
const LOOKALIKE_PAIRS =
  "аa еe оo рp сc хx уy іi јj ѕs һh ԁd ԛq ԝw αa οo ρp νv ιi κk τt εe ɡg ɑa ıi";
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  LOOKALIKE_PAIRS.split(" ").map((pair) => [pair.charAt(0), pair.charAt(1)]),
);

/**
 * The words of a text in order. A disguised word counts as what it stands for only where a term has
 * that root, so that version numbers and codes stay what they are. Template tags, addresses and
 * URLs are no words.
 */
export function readWords(text: string, vocabulary: Vocabulary): SpamWord[] {
  const plain = text.replace(ATOM, (atom) => "\u2029".repeat(atom.length));
  const found: SpamWord[] = [];
  const covered = new Uint8Array(text.length);
  const disguises = [
    ...candidates(plain, SPACED, (word) => word.replace(/[^\p{L}]/gu, "")),
    ...candidates(plain, PARTED, (word) => word.replace(/[^\p{L}]/gu, "")),
    ...candidates(plain, LEET, (word) =>
      word.replace(/[013457@$!|]/g, (c) => LEET_LETTERS[c] ?? c),
    ),
  ];
  for (const { start, end, word } of disguises) {
    if (word.length < 3 || word.length > MAX_WORD || covered[start] || covered[end - 1]) continue;
    const root = knownRoot(word, vocabulary);
    if (root === null) continue;
    found.push({ root, start, end, isDisguised: true });
    covered.fill(1, start, end);
  }
  for (const match of plain.matchAll(WORD)) {
    const [start, end] = [match.index, match.index + match[0].length];
    if (covered[start] || covered[end - 1]) continue;
    const lower = match[0].toLowerCase();
    const root = lower.length > MAX_WORD ? lower : vocabulary.root(lower);
    if (vocabulary.has(root)) found.push({ root, start, end, isDisguised: false });
    else {
      const meant = meantBy(lower, vocabulary);
      found.push({ root: meant ?? root, start, end, isDisguised: meant !== null });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function* candidates(text: string, pattern: RegExp, read: (word: string) => string) {
  for (const match of text.matchAll(pattern)) {
    const word = read(match[0]).toLowerCase();
    if (word !== match[0].toLowerCase()) {
      yield { start: match.index, end: match.index + match[0].length, word };
    }
  }
}

function knownRoot(word: string, vocabulary: Vocabulary): string | null {
  const root = vocabulary.root(word);
  if (vocabulary.has(root)) return root;
  // 1 is read as i above; as often it stands for l.
  const other = vocabulary.root(word.replace(/i/g, "l"));
  return vocabulary.has(other) ? other : null;
}

/** The known word behind drawn-out letters, other widths or other scripts; null when there is none. */
function meantBy(word: string, vocabulary: Vocabulary): string | null {
  if (word.length > MAX_WORD || /^[a-z]{0,2}$/.test(word)) return null;
  const wide = word.normalize("NFKC");
  const latin = /[a-z]/.test(wide) ? wide.replace(/\P{ASCII}/gu, (c) => LOOKALIKES[c] ?? c) : wide;
  const marks = latin.normalize("NFD").replace(/\p{M}/gu, "");
  for (const reading of [wide, latin, marks, twice(marks), once(marks)]) {
    const root = vocabulary.root(reading);
    if (reading !== word && reading.length >= 3 && vocabulary.has(root)) return root;
  }
  return null;
}

const twice = (word: string): string => word.replace(/(\p{L})\1{2,}/gu, "$1$1");
const once = (word: string): string =>
  /(\p{L})\1{2,}/u.test(word) ? word.replace(/(\p{L})\1+/gu, "$1") : word;
