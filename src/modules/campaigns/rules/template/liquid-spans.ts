import type { OutsideText } from "#platform/rules/outside-text.ts";

/** A stretch of a source: from its first character to the one after its last. */
export type Span = { readonly start: number; readonly end: number };

const KINDS = [
  ["{{", "}}"],
  ["{%", "%}"],
] as const;

/**
 * Every `{{...}}` and `{%...%}`, each up to the first closing mark whatever stands between, as Liquid
 * cuts a template. One that is never closed is none.
 */
export function liquidSpans(source: OutsideText): Span[] {
  const spans: Span[] = [];
  const next = KINDS.map(([opener]) => source.indexOf(opener));
  for (let at = 0; ;) {
    for (const [n, [opener]] of KINDS.entries()) {
      const seen = next[n] ?? -1;
      if (seen >= 0 && seen < at) next[n] = source.indexOf(opener, at);
    }
    const open = next.map((start, n) => ({ start, n })).filter(({ start }) => start >= 0);
    const first = open.sort((a, b) => a.start - b.start)[0];
    if (!first) return spans;
    const closer = source.indexOf(KINDS[first.n]?.[1] ?? "", first.start + 2);
    // What lacks its closing mark here lacks it further on as well.
    if (closer < 0) next[first.n] = -1;
    else spans.push({ start: first.start, end: (at = closer + 2) });
  }
}

/** The source with each of those stretches replaced. */
export function replaceLiquid(source: OutsideText, replace: (atom: string) => string): string {
  let text = "";
  let from = 0;
  for (const { start, end } of liquidSpans(source)) {
    text += source.slice(from, start) + replace(source.slice(start, end));
    from = end;
  }
  return text + source.slice(from);
}

/** Where an output or a tag ends that opens at a place; -1 where none does. */
type AtomEnds = {
  readonly output: (at: number) => number;
  readonly tag: (at: number) => number;
};

/**
 * The ends of outputs and tags that are well formed: what stands in quotes closes nothing, and an
 * output holds no other braces. One pass from the end of the source answers every place.
 */
export function atomEnds(source: OutsideText): AtomEnds {
  const output = source.includes("{{") ? endsOf(source, "}") : null;
  const tag = source.includes("{%") ? endsOf(source, "%") : null;
  return {
    output: (at) => (source.startsWith("{{", at) ? (output?.[at + 2] ?? -1) : -1),
    tag: (at) => (source.startsWith("{%", at) ? (tag?.[at + 2] ?? -1) : -1),
  };
}

/** For each place outside quotes, where the atom around it ends; `mark` and a brace close it. */
function endsOf(source: string, mark: "}" | "%"): Int32Array {
  const bare = new Int32Array(source.length + 1).fill(-1);
  let double = -1;
  let single = -1;
  for (let i = source.length - 1; i >= 0; i--) {
    const char = source[i];
    const ahead = bare[i + 1] ?? -1;
    const isClosed = char === mark && source[i + 1] === "}";
    if (isClosed) bare[i] = i + 2;
    else if (char === '"') bare[i] = double;
    else if (char === "'") bare[i] = single;
    else if (mark === "}" && (char === "{" || char === "}")) bare[i] = -1;
    else bare[i] = ahead;
    // Within quotes only the same quote leads out.
    if (char === '"') double = ahead;
    if (char === "'") single = ahead;
  }
  return bare;
}
