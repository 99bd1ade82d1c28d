import type { OutsideText } from "#platform/rules/outside-text.ts";
import { type FoundWord, type Term, searchedWords } from "./search-words.ts";

/** A part of an excerpt: plain text, and whether it was looked for. */
export type Segment = { readonly text: string; readonly is_match: boolean };

const BEFORE = 60;
const LONGEST = 220;

/** The place of a text where most was found first, in segments; none where nothing is. */
export function excerptAround(text: OutsideText, terms: readonly Term[]): Segment[] {
  const words = [...searchedWords(text)];
  const hits = hitsIn(words, terms);
  const [first] = hits;
  if (!first) return [];
  const start = words.find(({ from }) => from >= first.from - BEFORE)?.from ?? first.from;
  const from = first.from <= BEFORE ? 0 : start;
  const end = Math.min(text.length, from + LONGEST);
  const to = end === text.length ? end : (words.findLast((word) => word.to <= end)?.to ?? end);
  const segments: Segment[] = from > 0 ? [{ text: "…", is_match: false }] : [];
  let at = from;
  for (const hit of hits) {
    if (hit.to > to) break;
    segments.push({ text: text.slice(at, hit.from), is_match: false });
    segments.push({ text: text.slice(hit.from, hit.to), is_match: true });
    at = hit.to;
  }
  segments.push({ text: `${text.slice(at, to)}${to < text.length ? "…" : ""}`, is_match: false });
  return segments
    .map((segment) => ({ ...segment, text: segment.text.replace(/\s+/g, " ") }))
    .filter((segment) => segment.text !== "");
}

type Hit = { readonly from: number; readonly to: number };

/** Where terms stand, from left to right and without those that begin within another. */
function hitsIn(words: readonly FoundWord[], terms: readonly Term[]): Hit[] {
  const hits: Hit[] = [];
  for (let i = 0; i < words.length; i++) {
    const lengths = terms
      .filter((term) => standsAt(words, i, term))
      .map((term) => term.words.length);
    if (lengths.length === 0) continue;
    const last = i + Math.max(...lengths) - 1;
    hits.push({ from: words[i]?.from ?? 0, to: words[last]?.to ?? 0 });
    i = last;
  }
  return hits;
}

const standsAt = (words: readonly FoundWord[], at: number, { words: wanted, isBeginning }: Term) =>
  wanted.every((word, n) => {
    const found = words[at + n]?.folded;
    if (found === undefined) return false;
    return isBeginning && n === wanted.length - 1 ? found.startsWith(word) : found === word;
  });
