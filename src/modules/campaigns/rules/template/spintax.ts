import { atomEnds } from "./liquid-spans.ts";
import { chooser } from "#platform/rules/seed.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";

/**
 * A template cut at its spintax: plain text, and groups of alternatives, each again
 * such a list. Liquid (`{{...}}`, `{%...%}`) and style and script elements are text to it.
 */
export type Spintax = readonly (string | Group)[];
type Group = {
  /** Where the group lies in the source. */
  readonly start: number;
  readonly end: number;
  readonly options: readonly Option[];
};
type Option = { readonly start: number; readonly end: number; readonly nodes: Spintax };

/** Groups nested deeper than any copy are text. */
const MAX_DEPTH = 30;

/** A pair of braces with pipes between them. */
type Span = {
  readonly start: number;
  readonly end: number;
  /** Length of what opens and what closes it. */
  readonly head: number;
  readonly tail: number;
  readonly pipes: readonly number[];
};

/**
 * Reads `{a|b}` and `{{random|a|b}}`, nested at will. Braces without a pipe, and braces never
 * closed, stay text. Takes time in proportion to the source.
 */
export function parseSpintax(source: OutsideText): Spintax {
  const spans = spansOf(source);
  let next = 0;
  const read = (from: number, to: number, depth: number): Spintax => {
    const nodes: (string | Group)[] = [];
    let at = from;
    for (;;) {
      const span = spans[next];
      if (!span || span.start >= to) break;
      next++;
      if (depth >= MAX_DEPTH) continue;
      if (span.start > at) nodes.push(source.slice(at, span.start));
      const bounds = [span.start + span.head - 1, ...span.pipes, span.end - span.tail];
      const options = bounds.slice(1).map((end, i): Option => {
        const start = (bounds[i] ?? 0) + 1;
        return { start, end, nodes: read(start, end, depth + 1) };
      });
      nodes.push({ start: span.start, end: span.end, options });
      at = span.end;
    }
    if (to > at) nodes.push(source.slice(at, to));
    return nodes;
  };
  return read(0, source.length, 0);
}

type Frame = { start: number; head: number; tail: number; pipes: number[] };

/** Every pair of braces that holds a choice, in order of their beginning. */
function spansOf(source: string): Span[] {
  const spans: Span[] = [];
  const frames: Frame[] = [];
  const skip = createSkipper(source);
  for (let i = 0; i < source.length; i++) {
    const char = source[i];
    const frame = frames.at(-1);
    if (char === "{" || char === "<") {
      const random = char === "{" ? matchAt(RANDOM, source, i) : 0;
      const skipped = random > 0 ? 0 : skip(i);
      if (skipped > 0) i += skipped - 1;
      else if (char === "{") {
        const head = random || 1;
        frames.push({ start: i, head, tail: random > 0 ? 2 : 1, pipes: [] });
        i += head - 1;
      }
    } else if (char === "|") frame?.pipes.push(i);
    else if (char === "}" && frame && (frame.tail === 1 || source[i + 1] === "}")) {
      frames.pop();
      const end = i + frame.tail;
      if (frame.pipes.length > 0 || frame.tail === 2) spans.push({ ...frame, end });
      i = end - 1;
    }
  }
  return spans.sort((a, b) => a.start - b.start);
}

const RANDOM = /\{\{\s*random\s*\|/iy;

/** Elements and blocks whose braces are code, from what opens to the first that ends them. */
const BLOCKS: readonly (readonly [opener: string, head: RegExp, end: RegExp])[] = [
  ["{%", /\{%-?\s*raw\s*-?%\}/y, /\{%-?\s*endraw\s*-?%\}/g],
  ["{%", /\{%-?\s*comment\s*-?%\}/y, /\{%-?\s*endcomment\s*-?%\}/g],
  ["<", /<style\b/iy, /<\/style\s*>/gi],
  ["<", /<script\b/iy, /<\/script\s*>/gi],
];

/** Answers how many characters from a place on are no spintax; 0 where it may begin there. Places only grow. */
function createSkipper(source: string): (at: number) => number {
  const ends = atomEnds(source);
  const blocks = BLOCKS.map(([opener, head, end]) => ({
    opener,
    head,
    ends: [...source.matchAll(end)].map((match) => ({
      from: match.index,
      to: match.index + match[0].length,
    })),
    passed: 0,
  }));
  return (at) => {
    const output = ends.output(at);
    if (output >= 0) return output - at;
    for (const block of blocks) {
      if (!source.startsWith(block.opener, at)) continue;
      const length = matchAt(block.head, source, at);
      if (length === 0) continue;
      while ((block.ends[block.passed]?.from ?? Infinity) < at + length) block.passed++;
      const end = block.ends[block.passed];
      if (end) return end.to - at;
    }
    return Math.max(0, ends.tag(at) - at);
  };
}

function matchAt(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0].length ?? 0;
}

/** Puts the template together from one choice per group; `choose` answers an index below its argument. */
export function chooseSpintax(nodes: Spintax, choose: (below: number) => number): string {
  let text = "";
  for (const node of nodes) {
    if (typeof node === "string") text += node;
    else text += chooseSpintax(node.options[choose(node.options.length)]?.nodes ?? [], choose);
  }
  return text;
}

/** Chooses from every group by the seed: same seed, same text. */
export const spin = (source: string, seed: string): string =>
  chooseSpintax(parseSpintax(source), chooser(seed));

/** A stretch of the source that is rendered as a whole. */
export type Piece = { readonly start: number; readonly text: string };

/**
 * The template outside its groups, and each alternative, with blanks where a group stands: when
 * each is sound by itself, every choice is.
 */
export function piecesOf(source: string, nodes: Spintax): Piece[] {
  const pieces: Piece[] = [];
  // Once for all: a group in groups is blank in each of them.
  const blank = source.replace(/[^\n]+/g, (text) => " ".repeat(text.length));
  const visit = (start: number, end: number, list: Spintax): void => {
    let text = "";
    let at = start;
    for (const node of list) {
      if (typeof node === "string") continue;
      text += source.slice(at, node.start) + blank.slice(node.start, node.end);
      at = node.end;
      for (const option of node.options) visit(option.start, option.end, option.nodes);
    }
    pieces.push({ start, text: text + source.slice(at, end) });
  };
  visit(0, source.length, nodes);
  return pieces;
}

/** Where a brace stands right before a group and could open Liquid together with a choice; -1 for nowhere. */
export function looseBrace(nodes: Spintax): number {
  for (const [i, node] of nodes.entries()) {
    if (typeof node === "string") continue;
    const before = nodes[i - 1];
    if (typeof before === "string" && before.endsWith("{")) return node.start - 1;
    for (const option of node.options) {
      const inner = looseBrace(option.nodes);
      if (inner >= 0) return inner;
    }
  }
  return -1;
}
