import type { Term, TermIndex } from "./lexicon.ts";
import { readWords, type SpamWord } from "./read-words.ts";

/** A term in a text: of which words, from where to where. */
export type FoundTerm = {
  readonly term: Term;
  readonly words: readonly SpamWord[];
  /** Position of its first word among the words of the text. */
  readonly first: number;
};

/** What may stand between the words of one term: no end of a sentence, no empty line. */
const GAP = /^(?:[ \t\u00a0\-–—_/*~"“”'‘’,:&+|]|\r?\n(?!\r?\n)){0,4}$/u;

/** Every term in a text, those inside longer ones as well. Whole words only. */
export function findTerms(
  text: string,
  index: TermIndex,
): { terms: FoundTerm[]; words: SpamWord[] } {
  const words = readWords(text, {
    root: index.lexicon.root,
    has: (root) => rootsOf(index).has(root),
  });
  const terms: FoundTerm[] = [];
  words.forEach((word, first) => {
    for (const { roots, term } of index.byFirst.get(word.root) ?? []) {
      const run = words.slice(first, first + roots.length);
      if (
        run.length === roots.length &&
        run.every((w, i) => w.root === roots[i]) &&
        isTogether(text, run)
      ) {
        terms.push({ term, words: run, first });
      }
    }
  });
  return { terms, words };
}

const isTogether = (text: string, run: readonly SpamWord[]): boolean =>
  run.every((word, i) => {
    const before = run[i - 1];
    return !before || GAP.test(text.slice(before.end, word.start));
  });

const vocabularies = new WeakMap<TermIndex, ReadonlySet<string>>();
function rootsOf(index: TermIndex): ReadonlySet<string> {
  let roots = vocabularies.get(index);
  if (!roots) {
    roots = new Set([...index.byFirst.values()].flat().flatMap((entry) => entry.roots));
    vocabularies.set(index, roots);
  }
  return roots;
}

/** Of terms that overlap, the one that begins first, of those the longest: what is worth showing. */
export function outermost(terms: readonly FoundTerm[]): FoundTerm[] {
  const shown: FoundTerm[] = [];
  let end = -1;
  for (const found of [...terms].sort(
    (a, b) => a.first - b.first || b.words.length - a.words.length,
  )) {
    if (found.first < end) continue;
    shown.push(found);
    end = found.first + found.words.length;
  }
  return shown;
}

/**
 * Points that terms cost: each word the most that a term through it asks for, and a word that comes
 * again half of that, then a quarter. More text never costs less.
 */
export function costOf(terms: readonly FoundTerm[]): number {
  const byWord = new Map<SpamWord, number>();
  for (const { term, words } of terms) {
    for (const word of words) {
      byWord.set(word, Math.max(byWord.get(word) ?? 0, term.weight / words.length));
    }
  }
  const byRoot = new Map<string, number[]>();
  for (const [word, cost] of byWord) {
    const costs = byRoot.get(word.root);
    if (costs) costs.push(cost);
    else byRoot.set(word.root, [cost]);
  }
  return [...byRoot.values()].reduce((sum, costs) => sum + diminishing(costs), 0);
}

const diminishing = (costs: readonly number[]): number =>
  [...costs].sort((a, b) => b - a).reduce((sum, cost, i) => sum + cost / 2 ** i, 0);
