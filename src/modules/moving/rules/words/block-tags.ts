import type { OutsideText } from "#platform/rules/outside-text.ts";
import { translateExpression, type Unknown } from "./expression.ts";
import { inHtml, type Language } from "./variable.ts";

type Tag = { readonly text: string; readonly unknown: readonly Unknown[] };

/** Follows blocks, so that the end of one that changed its name changes as well. */
export type Blocks = { readonly open: ("if" | "unless" | "other")[] };

const NEGATED = /\bnot[_ ]contains\b/;
/** Tags with a condition or a value in them. */
const WITH_EXPRESSION = new Set(["if", "elsif", "unless", "case", "when", "assign", "for", "echo"]);

/** A cleaned inside of `{% %}` as ours. */
export function translateTag(inside: OutsideText, blocks: Blocks, lang: Language): Tag {
  const dashed = /^(-?)\s*([a-z_]*)\s*/i.exec(inside);
  const end = inside.endsWith("-") ? "-" : "";
  const name = (dashed?.[2] ?? "").toLowerCase();
  const rest = inside.slice(dashed?.[0].length ?? 0, inside.length - end.length).trim();
  const tag = blockTag(name === "elseif" ? "elsif" : name, rest, blocks, lang);
  return { text: `{%${dashed?.[1] ?? ""} ${tag.text} ${end}%}`, unknown: tag.unknown };
}

/** A cleaned inside of Handlebars' `{{#if}}`, `{{else}}`, `{{/if}}` as ours; null for anything else. */
export function translateHandlebars(
  inside: OutsideText,
  blocks: Blocks,
  lang: Language,
): Tag | null {
  const opens = /^#\s*(if|unless)\s+/i.exec(inside);
  const again = /^else\s*if\s+/i.exec(inside);
  const closes = /^\/\s*(if|unless)$/i.exec(inside);
  const tag = opens
    ? blockTag((opens[1] ?? "").toLowerCase(), inside.slice(opens[0].length), blocks, lang)
    : again
      ? blockTag("elsif", inside.slice(again[0].length), blocks, lang)
      : closes
        ? blockTag(`end${(closes[1] ?? "").toLowerCase()}`, "", blocks, lang)
        : /^else$/i.test(inside)
          ? blockTag("else", "", blocks, lang)
          : null;
  return tag === null ? null : { text: `{% ${tag.text} %}`, unknown: tag.unknown };
}

function blockTag(name: string, rest: string, blocks: Blocks, lang: Language): Tag {
  if (name === "endif" || name === "endunless") {
    const opened = blocks.open.pop();
    return plain(opened === "if" || opened === "unless" ? `end${opened}` : name);
  }
  if (name.startsWith("end")) blocks.open.pop();
  if (!WITH_EXPRESSION.has(name)) {
    if (name === "capture") blocks.open.push("other");
    return plain(`${name} ${inHtml(rest, lang.isHtml)}`.trim());
  }
  let condition = rest;
  let ours = name;
  if (NEGATED.test(rest)) {
    const isAlone = !/\s(?:and|or)\s/.test(` ${withoutStrings(rest)} `);
    if (isAlone && name === "if") {
      ours = "unless";
      condition = rest.replace(NEGATED, "contains");
    } else condition = negateEach(rest);
  }
  if (name === "if" || name === "unless") blocks.open.push(ours === "if" ? "if" : "unless");
  if (name === "case" || name === "for") blocks.open.push("other");
  const { text, unknown } = translateExpression(
    condition,
    lang.find,
    lang.names,
    lang.locals,
    ["assign", "echo"].includes(name),
  );
  return { text: `${ours} ${inHtml(text, lang.isHtml)}`.trim(), unknown };
}

const plain = (text: string): Tag => ({ text, unknown: [] });

const withoutStrings = (text: string): string =>
  text.replace(/"[^"]*"|'[^']*'/g, (string) => "_".repeat(string.length));

/** `a and b not_contains "c"`: ours asks `a and not b contains "c"`. */
function negateEach(condition: string): string {
  const bare = withoutStrings(condition);
  let text = "";
  let at = 0;
  for (const match of bare.matchAll(/\s(?:and|or)\s|$/g)) {
    const part = condition.slice(at, match.index);
    text += NEGATED.test(part) ? `not ${part.trim().replace(NEGATED, "contains")}` : part.trim();
    text += match[0];
    at = match.index + match[0].length;
  }
  return text;
}

/** Names that the template gives a value itself. */
export function localNames(source: OutsideText): Set<string> {
  const names = new Set<string>(["forloop"]);
  for (const [, , name = ""] of source.matchAll(
    /\{%-?\s*(assign|capture|for|increment)\s+([\w-]{1,80})/g,
  )) {
    names.add(name);
  }
  return names;
}
