import { type OutsideText, trimEnd } from "#platform/rules/outside-text.ts";
import { readHtml } from "#platform/rules/html-parser.ts";

const PARAGRAPHS = new Set(
  "p h1 h2 h3 h4 h5 h6 blockquote pre table ul ol dl figure section article".split(" "),
);
const LINES = new Set(
  "div li tr dt dd header footer main aside nav address center form fieldset hr".split(" "),
);
const SKIPPED = new Set("head style script title template noscript".split(" "));

type List = { readonly isOrdered: boolean; count: number };

/** Lists deeper than this are indented no further, so that marks stay in proportion to the source. */
const MAX_INDENT = 10;

/**
 * The plain-text reading of an HTML mail: paragraphs apart, `text (url)` for links, marked and
 * numbered lists, table rows as lines. Never fails; no wrapping, since mail clients wrap. Takes time
 * in proportion to the source, and is at most eight times as long.
 */
export function htmlToText(html: OutsideText): string {
  const writer = createWriter();
  const lists: List[] = [];
  let href: string | null = null;
  let skipping = 0;
  let verbatim = 0;
  const endLink = (): void => {
    if (href !== null) writer.write(hrefAfter(href, writer.takeLabel()));
    href = null;
  };
  readHtml(html, () => ({
    onopentag(name, attributes) {
      if (SKIPPED.has(name)) skipping++;
      if (skipping > 0) return;
      if (name === "pre") verbatim++;
      if (name === "br") writer.newline();
      else if (PARAGRAPHS.has(name)) writer.breakTo(lists.length > 0 ? 1 : 2);
      else if (LINES.has(name)) writer.breakTo(1);
      if (name === "ul" || name === "ol") lists.push({ isOrdered: name === "ol", count: 0 });
      else if (name === "li") writer.mark(bullet(lists));
      else if (name === "td" || name === "th") writer.space();
      else if (name === "hr") writer.write("---");
      else if (name === "img") writer.write(attributes["alt"] ?? "");
      else if (name === "a") {
        endLink();
        href = attributes["href"] ?? "";
        writer.startLabel();
      }
    },
    ontext(text) {
      if (skipping > 0) return;
      if (verbatim > 0) writer.verbatim(text);
      else writer.write(text);
    },
    onclosetag(name) {
      if (SKIPPED.has(name)) skipping--;
      if (skipping > 0) return;
      if (name === "pre") verbatim--;
      if (name === "a") endLink();
      if (name === "ul" || name === "ol") lists.pop();
      if (PARAGRAPHS.has(name)) writer.breakTo(lists.length > 0 ? 1 : 2);
      else if (LINES.has(name)) writer.breakTo(1);
    },
  }));
  return writer.text();
}

function bullet(lists: readonly List[]): string {
  const list = lists.at(-1);
  const indent = "  ".repeat(Math.min(Math.max(0, lists.length - 1), MAX_INDENT));
  if (!list) return "- ";
  list.count++;
  return list.isOrdered ? `${indent}${list.count}. ` : `${indent}- `;
}

/** ` (url)`, unless the link already reads like its address or leads nowhere. */
function hrefAfter(href: string, label: string): string {
  const bare = (s: string) =>
    s
      .trim()
      .replace(/^(?:https?:\/\/|mailto:)/i, "")
      .replace(/\/$/, "");
  if (!/^(?:https?|mailto|tel):/i.test(href.trim()) || bare(href) === bare(label)) return "";
  const url = href.trim().replace(/^(?:mailto|tel):/i, "");
  return label.trim() === "" ? url : ` (${url})`;
}

/** Collects text with collapsed white space and at most one empty line between blocks. */
function createWriter() {
  const parts: string[] = [];
  let last = "";
  let label: string[] | null = null;
  /** Line ends owed before the next text; a blank owed within the line; a mark owed to an item. */
  let breaks = 0;
  let blank = false;
  let mark = "";
  const put = (text: string): void => {
    if (text === "") return;
    parts.push(text);
    label?.push(text);
    last = text;
  };
  const settle = (): void => {
    if (last !== "") put("\n".repeat(breaks));
    if (breaks === 0 && blank && last !== "" && !last.endsWith("\n")) put(" ");
    put(mark);
    breaks = 0;
    blank = false;
    mark = "";
  };
  return {
    write(raw: string): void {
      const text = raw.replace(/[ \t\r\n\f\u00a0]+/g, " ");
      if (text.startsWith(" ")) blank = true;
      const trimmed = text.trim();
      if (trimmed === "") return;
      settle();
      put(trimmed);
      blank = text.endsWith(" ");
    },
    verbatim(text: string): void {
      settle();
      put(text);
    },
    /** A list item's mark: its text follows on the same line, whatever element holds it. */
    mark(text: string): void {
      if (mark !== "") settle();
      mark = text;
    },
    space(): void {
      blank = true;
    },
    newline(): void {
      if (mark === "") breaks = Math.min(breaks + 1, 2);
      blank = false;
    },
    breakTo(lines: number): void {
      if (mark === "") breaks = Math.max(breaks, lines);
      blank = false;
    },
    startLabel(): void {
      label = [];
    },
    /** What was written since the label began. */
    takeLabel(): string {
      const text = label?.join("") ?? "";
      label = null;
      return text;
    },
    text: () =>
      parts
        .join("")
        .split("\n")
        .map((line) => trimEnd(line, " \t"))
        .join("\n")
        .trim(),
  };
}
