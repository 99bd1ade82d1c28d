import { Parser } from "htmlparser2";

const PARAGRAPHS = new Set(
  "p h1 h2 h3 h4 h5 h6 blockquote pre table ul ol dl figure section article".split(" "),
);
const LINES = new Set(
  "div li tr dt dd header footer main aside nav address center form fieldset hr".split(" "),
);
const SKIPPED = new Set("head style script title template noscript".split(" "));

type List = { ordered: boolean; count: number };

/**
 * The plain-text reading of an HTML mail: paragraphs apart, `text (url)` for links, marked and
 * numbered lists, table rows as lines. Never fails; no wrapping, since mail clients wrap.
 */
export function htmlToText(html: string): string {
  const writer = createWriter();
  const lists: List[] = [];
  const links: { href: string; from: number }[] = [];
  let skipping = 0;
  let verbatim = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (SKIPPED.has(name)) skipping++;
        if (skipping > 0) return;
        if (name === "pre") verbatim++;
        if (name === "br") writer.newline();
        else if (PARAGRAPHS.has(name)) writer.breakTo(lists.length > 0 ? 1 : 2);
        else if (LINES.has(name)) writer.breakTo(1);
        if (name === "ul" || name === "ol") lists.push({ ordered: name === "ol", count: 0 });
        else if (name === "li") writer.mark(bullet(lists));
        else if (name === "td" || name === "th") writer.space();
        else if (name === "hr") writer.write("---");
        else if (name === "img") writer.write(attributes["alt"] ?? "");
        else if (name === "a")
          links.push({ href: attributes["href"] ?? "", from: writer.length() });
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
        if (name === "a") {
          const link = links.pop();
          if (link) writer.write(hrefAfter(link.href, writer.since(link.from)));
        }
        if (name === "ul" || name === "ol") lists.pop();
        if (PARAGRAPHS.has(name)) writer.breakTo(lists.length > 0 ? 1 : 2);
        else if (LINES.has(name)) writer.breakTo(1);
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return writer.text();
}

function bullet(lists: readonly List[]): string {
  const list = lists.at(-1);
  const indent = "  ".repeat(Math.max(0, lists.length - 1));
  if (!list) return "- ";
  list.count++;
  return list.ordered ? `${indent}${list.count}. ` : `${indent}- `;
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
  let out = "";
  /** Line ends owed before the next text; a blank owed within the line; a mark owed to an item. */
  let breaks = 0;
  let blank = false;
  let mark = "";
  const settle = (): void => {
    if (out !== "") out += "\n".repeat(breaks);
    if (breaks === 0 && blank && out !== "" && !out.endsWith("\n")) out += " ";
    out += mark;
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
      out += trimmed;
      blank = text.endsWith(" ");
    },
    verbatim(text: string): void {
      settle();
      out += text;
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
    length: () => out.length,
    since: (from: number) => out.slice(from),
    text: () => out.replace(/[ \t]+$/gm, "").trim(),
  };
}
