import sanitizeHtml from "sanitize-html";

/** No person reads more; the time of the sanitizer grows with it. */
const MAX_HTML = 256 * 1024;

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    ...sanitizeHtml.defaults.allowedTags,
    "img",
    "center",
    "font",
    "del",
    "ins",
    "strike",
  ],
  allowedAttributes: {
    a: ["href", "title"],
    img: ["src", "alt", "title", "width", "height"],
    td: ["colspan", "rowspan", "align", "valign"],
    th: ["colspan", "rowspan", "align", "valign"],
    table: ["border", "cellpadding", "cellspacing", "width", "align"],
    ol: ["start", "type"],
    font: ["color"],
    "*": ["dir", "lang"],
  },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  // A remote image would tell its sender when the mail is read.
  allowedSchemesByTag: { img: ["data"] },
  allowProtocolRelative: false,
  nestingLimit: 100,
  enforceHtmlBoundary: false,
};

/** Received HTML without scripts, styles, forms and remote images; cut at 256 KB. */
export const sanitiseHtml = (html: string): string =>
  sanitizeHtml(html.slice(0, MAX_HTML), OPTIONS);

const NOTHING: sanitizeHtml.IOptions = {
  allowedTags: [],
  allowedAttributes: {},
  nestingLimit: 100,
};
const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&amp;": "&",
};

/** The text of an HTML mail without a text part. */
export function wordsOfHtml(html: string): string {
  const lines = html
    .slice(0, MAX_HTML)
    .replace(/<(br|hr)\b[^<>]*>|<\/(p|div|tr|li|h[1-6]|blockquote|table)>/gi, "$&\n");
  return sanitizeHtml(lines, NOTHING)
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll("\u00a0", " ")
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
