/** What a term, or the look of a mail, makes filters and readers think of. */
export const SPAM_CATEGORIES = [
  "urgency",
  "money",
  "exaggeration",
  "shady",
  "jargon",
  "formatting",
] as const;
export type SpamCategory = (typeof SPAM_CATEGORIES)[number];

/** Terms of one category that weigh the same; `|` stands between them. */
export type TermGroup = {
  readonly category: SpamCategory;
  /** Points that a term takes from 100 when it is found first. */
  readonly weight: number;
  readonly terms: string;
};

/** Everything that the check knows of one language: another language is another file of this shape. */
export type Lexicon = {
  /** BCP 47. */
  readonly language: string;
  readonly groups: readonly TermGroup[];
  /** What to write instead, by term. */
  readonly instead: Readonly<Record<string, string>>;
  /** What to do where no better words are known. */
  readonly advice: Readonly<Record<SpamCategory, string>>;
  /** The root by which forms of a word are one (`guaranteed`, `guarantees`). Of a lower-case word. */
  readonly root: (word: string) => string;
  /** Words that tell a reader how to end the mails. */
  readonly optOut: RegExp;
};

export type Term = {
  readonly term: string;
  readonly category: SpamCategory;
  readonly weight: number;
  readonly suggestion: string;
};

/** A lexicon ready for looking up: terms by their first root. */
export type TermIndex = {
  readonly lexicon: Lexicon;
  readonly size: number;
  /** Sequences of roots that begin with the key, the longest first. */
  readonly byFirst: ReadonlyMap<
    string,
    readonly { readonly roots: readonly string[]; readonly term: Term }[]
  >;
};

/** Words of a term or text: letters, digits, and the signs that belong to terms (`$`, `%`, `#1`). */
export const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*%?|[$€£]+(?:[\p{N}]+(?:[.,][\p{N}]+)*)?|#1\b/gu;

/** Builds the index of a lexicon. Throws when a term stands in it twice, so that weights are unambiguous. */
export function indexTerms(lexicon: Lexicon): TermIndex {
  const byFirst = new Map<string, { roots: readonly string[]; term: Term }[]>();
  const seen = new Set<string>();
  for (const { category, weight, terms } of lexicon.groups) {
    for (const text of terms.split("|").map((part) => part.trim())) {
      const roots = (text.match(WORD) ?? []).map((word) => lexicon.root(word));
      const [first] = roots;
      const key = roots.join(" ");
      if (first === undefined || seen.has(key))
        throw new Error(`spam term "${text}" is empty or twice`);
      seen.add(key);
      const suggestion = lexicon.instead[text] ?? lexicon.advice[category];
      const entry = { roots, term: { term: text, category, weight, suggestion } };
      byFirst.set(first, [...(byFirst.get(first) ?? []), entry]);
    }
  }
  for (const entries of byFirst.values()) entries.sort((a, b) => b.roots.length - a.roots.length);
  return { lexicon, size: seen.size, byFirst };
}
