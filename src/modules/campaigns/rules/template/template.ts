import type { OutsideText } from "#platform/rules/outside-text.ts";
import { LISTS_TOO_DEEP, listTooDeep } from "./list-depth.ts";
import { liquidSpans, replaceLiquid } from "./liquid-spans.ts";
import { type ParsedLiquid, parseLiquid, renderLiquid, TEMPLATE_MAX_LENGTH } from "./liquid.ts";
import type { TemplateError } from "./liquid.ts";
import type { Mode } from "./liquid-run.ts";
import { chooser } from "#platform/rules/seed.ts";
import { chooseSpintax, looseBrace, parseSpintax, piecesOf, type Spintax } from "./spintax.ts";

/** One part of a mail: where it stands decides how values are written. */
export type Part = "subject" | "html" | "text";

/** Parsed parts kept per process, and parsed spins per part. */
const KEPT_PARTS = 500;
const KEPT_SPINS = 64;

type Compiled = {
  readonly source: string;
  readonly spintax: Spintax;
  readonly parsed: Map<string, ParsedLiquid | { readonly error: TemplateError }>;
};
const kept = new Map<string, Compiled>();

/**
 * Whether a part can be rendered, whichever alternatives are chosen; null when it can. Else what is
 * wrong and where in the source, by line and column.
 */
export function checkTemplate(source: OutsideText, part: Part): TemplateError | null {
  if (source.length > TEMPLATE_MAX_LENGTH) {
    return { message: "a template may have 64 KB at most", line: 1, column: 1 };
  }
  const list = part === "html" ? listTooDeep(source) : -1;
  if (list >= 0) return { message: LISTS_TOO_DEEP, ...placeOf(source, list) };
  const normal = normalise(source, part);
  const quote = curlyQuote(normal);
  if (quote) return quote;
  const spintax = parseSpintax(normal);
  const loose = looseBrace(spintax);
  if (loose >= 0) {
    return { message: "a brace is not closed", ...placeOf(normal, loose) };
  }
  for (const piece of piecesOf(normal, spintax)) {
    if (!/\{[{%]/.test(piece.text)) continue;
    const parsed = parseLiquid(piece.text);
    if ("error" in parsed) return moved(parsed.error, placeOf(normal, piece.start));
  }
  return null;
}

/** Line and column of an offset, from 1. */
function placeOf(source: string, offset: number): { line: number; column: number } {
  const lines = source.slice(0, offset).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** The place of an error in a piece, counted in the whole. */
const moved = (
  error: TemplateError,
  start: { readonly line: number; readonly column: number },
): TemplateError => ({
  message: error.message,
  line: error.line + start.line - 1,
  column: error.line === 1 ? error.column + start.column - 1 : error.column,
});

/**
 * Renders one part: spintax by the seed, then Liquid. `cacheKey` names the part's
 * version and lets its parsed form be kept; a part that changed under its key is parsed again.
 */
export function renderPart(
  source: OutsideText,
  part: Part,
  seed: string,
  variables: Readonly<Record<string, unknown>>,
  cacheKey?: string,
): { text: string; missing: readonly string[] } | { error: TemplateError } {
  const compiled = compile(source, part, cacheKey);
  const choices: number[] = [];
  const next = chooser(seed);
  const spun = chooseSpintax(compiled.spintax, (below) => {
    const choice = next(below);
    choices.push(choice);
    return choice;
  });
  const spin = choices.join(",");
  let parsed = compiled.parsed.get(spin);
  if (!parsed) {
    parsed = parseLiquid(spun);
    if (compiled.parsed.size >= KEPT_SPINS) compiled.parsed.clear();
    compiled.parsed.set(spin, parsed);
  }
  if ("error" in parsed) return parsed;
  const mode: Mode = part === "html" ? "html" : "text";
  return renderLiquid(parsed, variables, mode);
}

function compile(source: string, part: Part, cacheKey: string | undefined): Compiled {
  const key = cacheKey === undefined ? null : `${cacheKey}/${part}`;
  const known = key === null ? undefined : kept.get(key);
  if (known?.source === source) return known;
  const compiled: Compiled = {
    source,
    spintax: parseSpintax(normalise(source, part)),
    parsed: new Map(),
  };
  if (key !== null) {
    if (kept.size >= KEPT_PARTS) kept.delete(kept.keys().next().value ?? "");
    kept.set(key, compiled);
  }
  return compiled;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&quot;": '"',
  "&#34;": '"',
  "&apos;": "'",
  "&#39;": "'",
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&nbsp;": " ",
};

/**
 * Editors write `&quot;` and `&gt;` inside Liquid as everywhere else in HTML; Liquid needs the
 * characters. Blanks fill the difference, so that positions stay.
 */
function normalise(source: string, part: Part): string {
  if (part !== "html" || !source.includes("&")) return source;
  return replaceLiquid(source, (atom) => {
    const inner = atom.slice(0, -2);
    const plain = inner.replace(/&(?:quot|apos|lt|gt|amp|nbsp|#34|#39);/g, (e) => ENTITIES[e] ?? e);
    return plain + " ".repeat(inner.length - plain.length) + atom.slice(-2);
  });
}

/** Word processors turn quotes curly; Liquid would read them as part of a name. */
function curlyQuote(source: string): TemplateError | null {
  for (const { start, end } of liquidSpans(source)) {
    const inside = source
      .slice(start, end)
      .replace(/"[^"]*"|'[^']*'/g, (text) => " ".repeat(text.length));
    const at = inside.search(/[“”„‘’]/);
    if (at < 0) continue;
    const place = placeOf(source, start + at);
    return { message: "use straight quotes, not curly ones", ...place };
  }
  return null;
}
