import { readHtml } from "#platform/rules/html-parser.ts";
import { escapeHtml } from "#platform/rules/html.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";

const TAGS = new Set(
  "p div br hr span a b strong i em u s del ins sub sup ul ol li blockquote pre code h1 h2 h3 h4 h5 h6 img table thead tbody tfoot tr th td font center small".split(
    " ",
  ),
);
const EMPTY = new Set(["br", "hr", "img"]);
/** With all that is in them. */
const DROPPED = new Set(
  "script style iframe object embed svg math template noscript title head form textarea select button".split(
    " ",
  ),
);
const ATTRIBUTES = new Set(
  "title alt width height align valign colspan rowspan border cellpadding cellspacing dir lang color start type style".split(
    " ",
  ),
);
const LINK = /^\s*(?:https?:|mailto:|tel:)/i;
const PICTURE = /^\s*https?:/i;
/** Looks that load something or cover the page around them. */
const LOOKS = /url\s*\(|expression|@import|position\s*:|\\/i;

/**
 * HTML that a person wrote as it may leave: text, links, lists, tables and pictures by reference,
 * without scripts, forms and frames. "" where nothing is left. Takes time in proportion to it.
 */
export function replyHtml(html: OutsideText): string {
  const out: string[] = [];
  const open: string[] = [];
  let dropping = 0;
  let hasContent = false;
  readHtml(html, () => ({
    onopentag(name, attributes) {
      if (DROPPED.has(name)) dropping++;
      if (dropping > 0 || !TAGS.has(name)) return;
      out.push(`<${name}${attributesOf(name, attributes)}>`);
      if (name === "img") hasContent = true;
      if (!EMPTY.has(name)) open.push(name);
    },
    ontext(text) {
      if (dropping > 0) return;
      if (text.trim() !== "") hasContent = true;
      out.push(escapeHtml(text));
    },
    onclosetag(name) {
      if (DROPPED.has(name)) dropping = Math.max(0, dropping - 1);
      if (dropping > 0 || open.at(-1) !== name) return;
      open.pop();
      out.push(`</${name}>`);
    },
  }));
  while (open.length > 0) out.push(`</${open.pop()}>`);
  return hasContent ? out.join("") : "";
}

function attributesOf(name: string, attributes: Readonly<Record<string, string>>): string {
  let text = "";
  for (const [attribute, value] of Object.entries(attributes)) {
    const isKept =
      attribute === "href"
        ? name === "a" && LINK.test(value)
        : attribute === "src"
          ? name === "img" && PICTURE.test(value)
          : ATTRIBUTES.has(attribute) && (attribute !== "style" || !LOOKS.test(value));
    if (isKept) text += ` ${attribute}="${escapeHtml(value)}"`;
  }
  return text;
}
