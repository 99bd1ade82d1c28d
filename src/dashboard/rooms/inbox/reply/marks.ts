import { t } from "#dashboard/words/words.ts";

/**
 * Marks that a person types or has put in by the buttons: `**bold**`, `*italic*`, `- ` and `1. ` lists,
 * `[text](address)`, `![text](address)`.
 */

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

const INLINE =
  /!\[([^\]\n]{0,200})\]\((https?:\/\/[^\s()]{1,2000})\)|\[([^\]\n]{1,500})\]\(((?:https?:\/\/|mailto:)[^\s()]{1,2000})\)|\*\*([^*\n]{1,2000})\*\*|\*([^*\s][^*\n]{0,2000})\*/g;
const BULLET = /^[-•] (.*)$/;
const NUMBER = /^\d{1,3}[.)] (.*)$/;

/** Whether a text has any of them: without, it goes as plain text. */
export const hasMarks = (text: string): boolean =>
  text.search(INLINE) >= 0 ||
  text.split("\n").some((line) => BULLET.test(line) || NUMBER.test(line));

/** The text as HTML: paragraphs, lists, and what is marked in them. */
export function marksToHtml(text: string): string {
  const out: string[] = [];
  let list: "ul" | "ol" | null = null;
  let lines: string[] = [];
  const endLines = (): void => {
    if (lines.length > 0) out.push(`<p>${lines.join("<br>")}</p>`);
    lines = [];
  };
  const become = (kind: "ul" | "ol" | null): void => {
    if (kind === list) return;
    endLines();
    if (list !== null) out.push(`</${list}>`);
    if (kind !== null) out.push(`<${kind}>`);
    list = kind;
  };
  for (const line of text.trim().split("\n")) {
    const bullet = BULLET.exec(line)?.[1];
    const item = bullet ?? NUMBER.exec(line)?.[1];
    if (item !== undefined) {
      become(bullet === undefined ? "ol" : "ul");
      out.push(`<li>${inline(item)}</li>`);
    } else {
      become(null);
      if (line.trim() === "") endLines();
      else lines.push(inline(line));
    }
  }
  become(null);
  endLines();
  return out.join("");
}

function inline(text: string): string {
  let out = "";
  let done = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, alt, source, label, address, bold, italic] = match;
    out += escaped(text.slice(done, match.index));
    if (source !== undefined) out += `<img src="${escaped(source)}" alt="${escaped(alt ?? "")}">`;
    else if (address !== undefined)
      out += `<a href="${escaped(address)}">${escaped(label ?? "")}</a>`;
    else if (bold !== undefined) out += `<b>${inline(bold)}</b>`;
    else out += `<i>${escaped(italic ?? "")}</i>`;
    done = match.index + whole.length;
  }
  return out + escaped(text.slice(done));
}

/** A change of what a field has: its text, and what is selected then. */
export type Edit = { readonly text: string; readonly from: number; readonly to: number };

/** Puts a mark around what is selected, or a word for it where nothing is. */
export function wrapped(text: string, from: number, to: number, mark: string, word: string): Edit {
  const chosen = text.slice(from, to) || word;
  const start = from + mark.length;
  return {
    text: `${text.slice(0, from)}${mark}${chosen}${mark}${text.slice(to)}`,
    from: start,
    to: start + chosen.length,
  };
}

/** Makes each line of what is selected an item of a list, with `sign` before it. */
export function asList(text: string, from: number, to: number, sign = "-"): Edit {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const next = text.indexOf("\n", to);
  const end = next < 0 ? text.length : next;
  const items = text
    .slice(start, end)
    .split("\n")
    .map((line) => (line.startsWith(`${sign} `) || BULLET.test(line) ? line : `${sign} ${line}`))
    .join("\n");
  const at = start + items.length;
  return { text: text.slice(0, start) + items + text.slice(end), from: at, to: at };
}

/** A link or a picture at what is selected; the address is selected, to be typed over. */
export function linked(text: string, from: number, to: number, isPicture: boolean): Edit {
  const label = text.slice(from, to) || (isPicture ? t("picture") : t("link"));
  const address = "https://";
  const head = `${text.slice(0, from)}${isPicture ? "!" : ""}[${label}](`;
  return {
    text: `${head}${address})${text.slice(to)}`,
    from: head.length + address.length,
    to: head.length + address.length,
  };
}
