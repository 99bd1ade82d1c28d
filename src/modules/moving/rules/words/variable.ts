import type { OutsideText } from "#platform/rules/outside-text.ts";
import { type Find, translateExpression, type Unknown } from "./expression.ts";

/** What one piece of the rival's language is here. */
export type Piece = { readonly text: string; readonly unknown: readonly Unknown[] };

export type Language = {
  readonly find: Find;
  readonly names: ReadonlyMap<string, string>;
  /** Names that the template assigns itself. */
  readonly locals: ReadonlySet<string>;
  readonly isHtml: boolean;
};

/** Filters of Liquid that people write in mails; anything else behind a bar is a fallback in words. */
const FILTERS = new Set(
  (
    "append at_least at_most capitalize ceil concat date default divided_by downcase escape first floor " +
    "join last lstrip map minus modulo newline_to_br plus prepend remove remove_first replace " +
    "replace_first reverse round rstrip size slice sort split strip strip_html strip_newlines times " +
    "truncate truncatewords uniq upcase url_decode url_encode"
  ).split(" "),
);

const SIMPLE = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_ .-]*$/u;

/** A cleaned inside of `{{ }}` as ours: with its fallback, its filters, or as it is. */
export function translateVariable(inside: OutsideText, inTag: boolean, lang: Language): Piece {
  const bar = inside.indexOf("|");
  const name = (bar < 0 ? inside : inside.slice(0, bar)).trim();
  if (bar < 0 || !SIMPLE.test(name)) {
    return SIMPLE.test(name) ? variable(name, "", lang) : expression(inside, lang);
  }
  const rest = inside.slice(bar + 1).trim();
  const filter = /^([a-z_]+)\s*(?=$|[:|])/.exec(rest)?.[1];
  if (filter !== undefined && FILTERS.has(filter)) return expression(inside, lang);
  if (rest.includes("|")) {
    const reason = "It can't be seen where the fallback ends.";
    const suggestion = `{{ ${name} | default: "…" }}`;
    return { text: braced(inside, lang), unknown: [{ name, reason, suggestion }] };
  }
  return variable(name, `| default: ${quoted(unquoted(rest), inTag)}`, lang);
}

/** A variable with what follows it. */
export function variable(name: OutsideText, rest: string, lang: Language): Piece {
  if (lang.locals.has(name.split(".")[0] ?? "")) {
    return { text: braced(`${name} ${rest}`.trim(), lang), unknown: [] };
  }
  const found = lang.find(name);
  if ("unknown" in found) {
    const { unknown: reason, suggestion } = found;
    return {
      text: braced(`${name} ${rest}`.trim(), lang),
      unknown: [{ name, reason, suggestion }],
    };
  }
  const inner = [found.name, found.filters, rest].filter((part) => part !== "").join(" ");
  return { text: braced(inner, lang), unknown: [] };
}

function expression(inside: string, lang: Language): Piece {
  const { text, unknown } = translateExpression(inside, lang.find, lang.names, lang.locals, true);
  return { text: braced(text, lang), unknown };
}

const braced = (inner: string, lang: Language): string => `{{ ${inHtml(inner, lang.isHtml)} }}`;

/** Signs of HTML stay entities in HTML, which the templates read. */
export const inHtml = (text: OutsideText, isHtml: boolean): string =>
  isHtml ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;") : text;

const unquoted = (text: string): string =>
  /^"[^"]*"$|^'[^']*'$/.test(text) ? text.slice(1, -1) : text;

/** A text in quotes; within an attribute in single ones. Liquid has no way to write both. */
function quoted(text: string, inTag: boolean): string {
  const mark = inTag ? "'" : '"';
  const other = inTag ? '"' : "'";
  if (!text.includes(mark)) return mark + text + mark;
  if (!inTag && !text.includes(other)) return other + text + other;
  return mark + text.replaceAll(mark, mark === '"' ? "”" : "’") + mark;
}
