import { type ParsedLiquid, parseLiquid, renderLiquid, TEMPLATE_MAX_LENGTH } from "./liquid.ts";
import type { TemplateError } from "./liquid.ts";
import type { Mode } from "./liquid-run.ts";
import { chooser } from "./seed.ts";
import { chooseSpintax, maskSpintax, parseSpintax, type Spintax, widest } from "./spintax.ts";

/** One part of a mail: where it stands decides how values are written. */
export type Part = "subject" | "html" | "text";

/** Alternatives in one group: more is no copy but a mistake, and would slow every check. */
const MAX_ALTERNATIVES = 100;
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
export function checkTemplate(source: string, part: Part): TemplateError | null {
  if (source.length > TEMPLATE_MAX_LENGTH) {
    return { message: "a template may have 64 KB at most", line: 1, column: 1 };
  }
  const normal = normalise(source, part);
  const quote = curlyQuote(normal);
  if (quote) return quote;
  const spintax = parseSpintax(normal);
  const rounds = widest(spintax);
  if (rounds > MAX_ALTERNATIVES) {
    return { message: `at most ${MAX_ALTERNATIVES} alternatives in a group`, line: 1, column: 1 };
  }
  for (let n = 0; n < rounds; n++) {
    const parsed = parseLiquid(maskSpintax(normal, spintax, n));
    if ("error" in parsed) return parsed.error;
  }
  return null;
}

/**
 * Renders one part: spintax by the seed, then Liquid (contract 2.3). `cacheKey` names the part's
 * version and lets its parsed form be kept; a part that changed under its key is parsed again.
 */
export function renderPart(
  source: string,
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

const LIQUID = /\{\{[^]*?\}\}|\{%[^]*?%\}/g;
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
  return source.replace(LIQUID, (atom) => {
    const inner = atom.slice(0, -2);
    const plain = inner.replace(/&(?:quot|apos|lt|gt|amp|nbsp|#34|#39);/g, (e) => ENTITIES[e] ?? e);
    return plain + " ".repeat(inner.length - plain.length) + atom.slice(-2);
  });
}

/** Word processors turn quotes curly; Liquid would read them as part of a name. */
function curlyQuote(source: string): TemplateError | null {
  for (const match of source.matchAll(LIQUID)) {
    const inside = match[0].replace(/"[^"]*"|'[^']*'/g, (text) => " ".repeat(text.length));
    const at = inside.search(/[“”„‘’]/);
    if (at < 0) continue;
    const before = source.slice(0, match.index + at).split("\n");
    const column = (before.at(-1)?.length ?? 0) + 1;
    return { message: "use straight quotes, not curly ones", line: before.length, column };
  }
  return null;
}
