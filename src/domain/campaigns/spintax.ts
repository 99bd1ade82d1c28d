import { chooser } from "./seed.ts";

/**
 * A template cut at its spintax (contract 2.3): plain text, and groups of alternatives, each again
 * such a list. Liquid (`{{...}}`, `{%...%}`) and style and script elements are text to it.
 */
export type Spintax = readonly SpintaxNode[];
type SpintaxNode = string | Group;
type Group = {
  /** Where the group lies in the source. */
  readonly start: number;
  readonly end: number;
  readonly options: readonly Option[];
};
type Option = { readonly start: number; readonly end: number; readonly nodes: Spintax };

/** What no brace may open: Liquid, and elements whose braces are code. */
const ATOM =
  /\{\{-?(?:[^{}"']|"[^"]*"|'[^']*')*\}\}|\{%-?\s*(raw|comment)\s*-?%\}[^]*?\{%-?\s*end\1\s*-?%\}|\{%(?:[^"'%]|"[^"]*"|'[^']*'|%(?!\}))*%\}|<(style|script)\b[^]*?<\/\2\s*>/iy;
const RANDOM = /\{\{\s*random\s*\|/iy;

type Frame = {
  readonly start: number;
  /** What opened it: `{`, `{{random|`, or "" for the whole template. */
  readonly opener: string;
  readonly closer: string;
  readonly done: Option[];
  optionStart: number;
  nodes: SpintaxNode[];
};

/**
 * Reads `{a|b}` and `{{random|a|b}}`, nested at will. Braces without a pipe, and braces never
 * closed, stay text. One pass.
 */
export function parseSpintax(source: string): Spintax {
  const frames: Frame[] = [open(0, "", "")];
  let textStart = 0;
  let i = 0;
  const top = (): Frame => frames[frames.length - 1] as Frame; // the outermost frame is never popped
  const flush = (to: number): void => {
    if (to > textStart) top().nodes.push(source.slice(textStart, to));
  };
  while (i < source.length) {
    const char = source[i];
    const frame = top();
    if (char === "{" || char === "<") {
      const random = stickyMatch(RANDOM, source, i);
      const atom = random === null ? stickyMatch(ATOM, source, i) : null;
      if (atom !== null) {
        i += atom.length;
        continue;
      }
      if (char === "{") {
        flush(i);
        const opener = random ?? "{";
        frames.push(open(i, opener, random === null ? "}" : "}}"));
        i += opener.length;
        textStart = i;
        continue;
      }
    } else if (char === "|" && frame.closer !== "") {
      flush(i);
      frame.done.push({ start: frame.optionStart, end: i, nodes: frame.nodes });
      frame.nodes = [];
      textStart = frame.optionStart = ++i;
      continue;
    } else if (char === "}" && frame.closer !== "" && source.startsWith(frame.closer, i)) {
      flush(i);
      frames.pop();
      const end = i + frame.closer.length;
      const last: Option = { start: frame.optionStart, end: i, nodes: frame.nodes };
      if (frame.done.length > 0 || frame.closer === "}}") {
        top().nodes.push({ start: frame.start, end, options: [...frame.done, last] });
      } else {
        top().nodes.push("{", ...frame.nodes, "}");
      }
      textStart = i = end;
      continue;
    }
    i++;
  }
  flush(source.length);
  while (frames.length > 1) {
    const frame = top();
    frames.pop();
    const parts = frame.done.flatMap((option) => [...option.nodes, "|"]);
    top().nodes.push(frame.opener, ...parts, ...frame.nodes);
  }
  return top().nodes;
}

const open = (start: number, opener: string, closer: string): Frame => ({
  start,
  opener,
  closer,
  done: [],
  optionStart: start + opener.length,
  nodes: [],
});

function stickyMatch(pattern: RegExp, source: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? null;
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

/** Whether there is anything to choose. */
export const hasChoices = (nodes: Spintax): boolean =>
  nodes.some((node) => typeof node !== "string");

/** Alternatives of the largest group, nested ones included. */
export function widest(nodes: Spintax): number {
  let most = 1;
  for (const node of nodes) {
    if (typeof node === "string") continue;
    most = Math.max(most, node.options.length, ...node.options.map((o) => widest(o.nodes)));
  }
  return most;
}

/**
 * The source with the `n`-th alternative of every group (the last one where there are fewer) and
 * blanks in place of the rest: what is left keeps its line and column.
 */
export function maskSpintax(source: string, nodes: Spintax, n: number): string {
  const out = source.split("");
  const blank = (from: number, to: number): void => {
    for (let i = from; i < to; i++) if (out[i] !== "\n") out[i] = " ";
  };
  const visit = (list: Spintax): void => {
    for (const node of list) {
      if (typeof node === "string") continue;
      const kept = node.options[Math.min(n, node.options.length - 1)];
      if (!kept) continue;
      blank(node.start, kept.start);
      blank(kept.end, node.end);
      visit(kept.nodes);
    }
  };
  visit(nodes);
  return out.join("");
}
