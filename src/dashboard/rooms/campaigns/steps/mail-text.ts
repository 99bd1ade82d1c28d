/**
 * A mail as people type it: paragraphs apart by an empty line, links as [words](https://address), pictures
 * as ![words](https://address), **strong**, *emphasis*, and lists of lines that begin with "* ". What is
 * between {{ }} or {% %} is the template's and stays as it is.
 */

const TAGS = /(\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\})/;

const escapeText = (text: string): string =>
  text
    .split(TAGS)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
    )
    .join("");

const PICTURE = /!\[([^\]\n]*)\]\(((?:https?:\/\/|\{\{)[^\s)]*(?:\}\})?)\)/g;
const LINK = /\[([^\]\n]+)\]\(((?:https?:\/\/|mailto:|\{\{)[^\s)]*(?:\}\})?)\)/g;
const STRONG = /\*\*([^*\n]+)\*\*/g;
/** Not within a word: 5*3*2 is arithmetic. */
const EMPHASIS = /(?<![\w*])\*([^*\s](?:[^*\n]*[^*\s])?)\*(?![\w*])/g;
const MARKS = new RegExp(
  [TAGS, PICTURE, LINK, STRONG, EMPHASIS].map(({ source }) => source).join("|"),
  "g",
);
const ITEM = /^\* (.*)$/;

/** The HTML that is stored for a typed text. */
export function htmlOf(text: string): string {
  const trimmed = text.replaceAll("\r\n", "\n").trim();
  if (trimmed === "") return "";
  return trimmed
    .split(/\n{2,}/)
    .flatMap(blocksFrom)
    .join("\n");
}

/** A paragraph, with its lists apart. */
function blocksFrom(paragraph: string): string[] {
  const blocks: { isList: boolean; lines: string[] }[] = [];
  for (const line of paragraph.split("\n")) {
    const item = ITEM.exec(line)?.[1];
    const last = blocks.at(-1);
    const isList = item !== undefined;
    if (last?.isList === isList) last.lines.push(item ?? line);
    else blocks.push({ isList, lines: [item ?? line] });
  }
  return blocks.map(({ isList, lines }) =>
    isList
      ? `<ul>${lines.map((line) => `<li>${inline(line)}</li>`).join("")}</ul>`
      : `<p>${inline(lines.join("\n"))}</p>`,
  );
}

function inline(text: string): string {
  let out = "";
  let done = 0;
  for (const match of text.matchAll(MARKS)) {
    const [whole, tag, alt, source, words, address, strong, emphasis] = match;
    out += breaking(text.slice(done, match.index));
    if (tag !== undefined) out += tag;
    else if (source !== undefined)
      out += `<img src="${attribute(source)}" alt="${escapeText(alt ?? "").replaceAll('"', "&quot;")}">`;
    else if (address !== undefined)
      out += `<a href="${attribute(address)}">${inline(words ?? "")}</a>`;
    else if (strong !== undefined) out += `<strong>${inline(strong)}</strong>`;
    else out += `<em>${inline(emphasis ?? "")}</em>`;
    done = match.index + whole.length;
  }
  return out + breaking(text.slice(done));
}

const breaking = (text: string): string => escapeText(text).replaceAll("\n", "<br>");

function attribute(address: string): string {
  const escaped = escapeText(address);
  return address.includes("{{") ? escaped : escaped.replaceAll('"', "%22");
}

/** A typed text without its marks: links as "words (address)". */
export const unmarked = (text: string): string =>
  text
    .replace(PICTURE, "$1")
    .replace(LINK, "$1 ($2)")
    .replace(STRONG, "$1")
    .replace(EMPHASIS, "$1");

/** The typed text behind stored HTML; null when the HTML says more than a typed text can. */
export function typedTextOf(html: string): string | null {
  if (html.trim() === "") return "";
  // No typed text has them, and parsing them is enough to offend the page's policy.
  if (/<[^>]*[\s/"'](?:on\w+|style)\s*=/i.test(html)) return null;
  // Quotes inside of template tags would end an attribute: they are set aside while it is read.
  const kept: string[] = [];
  const safe = html.replace(new RegExp(TAGS, "g"), (tag) => {
    kept.push(tag);
    return `\uE000${kept.length - 1}\uE001`;
  });
  const { body } = new DOMParser().parseFromString(safe, "text/html");
  const text = blocksOf(body)?.replace(
    /\uE000(\d+)\uE001/g,
    (_, index: string) => kept[Number(index)] ?? "",
  );
  return text === undefined || !isTypedAgain(text, body) ? null : text;
}

/** Whether the typed text makes as many lists, pictures and emphases as there were. */
function isTypedAgain(text: string, body: HTMLElement): boolean {
  const again = new DOMParser().parseFromString(htmlOf(text), "text/html").body;
  return ["li", "img", "em, i"].every(
    (kind) => again.querySelectorAll(kind).length === body.querySelectorAll(kind).length,
  );
}

function blocksOf(body: HTMLElement): string | null {
  const blocks: string[] = [];
  let loose = "";
  const endLoose = (): void => {
    if (loose.trim() !== "") blocks.push(loose.trim());
    loose = "";
  };
  for (const node of body.childNodes) {
    if (node instanceof HTMLElement && (node.tagName === "P" || node.tagName === "DIV")) {
      endLoose();
      const inner = inlineOf(node);
      if (inner === null || node.attributes.length > 0) return null;
      if (inner.trim() !== "") blocks.push(inner.trim());
    } else if (node instanceof HTMLElement && node.tagName === "UL") {
      endLoose();
      const list = listOf(node);
      if (list === null) return null;
      blocks.push(list);
    } else {
      const inner = inlineOf(node);
      if (inner === null) return null;
      loose += inner;
    }
  }
  endLoose();
  return blocks.join("\n\n");
}

/** A line for each item; null where an item is more than a line. */
function listOf(list: HTMLElement): string | null {
  const lines = [...list.children].map((item) => {
    const line = item.tagName === "LI" ? [...item.childNodes].map(inlineOf) : [null];
    return line.includes(null) ? null : line.join("").trim();
  });
  const isPlain = [list, ...list.children].every(({ attributes }) => attributes.length === 0);
  return isPlain && lines.every((line) => line !== null && line !== "" && !line.includes("\n"))
    ? lines.map((line) => `* ${line}`).join("\n")
    : null;
}

/** Null for anything but text, breaks, plain links and pictures, strong words and emphases. */
function inlineOf(node: Node): string | null {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? "").replace(/\s+/g, " ");
  if (!(node instanceof HTMLElement)) return null;
  const inner: (string | null)[] = [...node.childNodes].map(inlineOf);
  if (inner.includes(null)) return null;
  const text = inner.join("");
  switch (node.tagName) {
    case "BR":
      return "\n";
    case "P":
    case "DIV":
      return node.parentElement?.tagName === "BODY" ? text : null;
    case "STRONG":
    case "B":
      return node.attributes.length === 0 ? `**${text}**` : null;
    case "EM":
    case "I":
      return node.attributes.length === 0 ? `*${text}*` : null;
    case "IMG": {
      const source = node.getAttribute("src");
      const alt = node.getAttribute("alt");
      return source && node.attributes.length === (alt === null ? 1 : 2)
        ? `![${alt ?? ""}](${source})`
        : null;
    }
    case "A": {
      const address = node.getAttribute("href");
      return address && node.attributes.length === 1 ? `[${text}](${address})` : null;
    }
    default:
      return null;
  }
}

/** Words of a message, however it is stored. */
export const wordCountOf = (html: string): number =>
  wordCount(typedTextOf(html) ?? html.replace(/<[^<>]*>/g, " "));

/** Words of a text as one reader gets it, for "64 words": a variable is one, of spintax one way counts. */
const wordCount = (text: string): number =>
  text
    .replace(/\{\{[^}]*\}\}/g, "x")
    .replace(/\{([^{}|]*)\|[^{}]*\}/g, "$1")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .split(/\s+/)
    .filter(Boolean).length;
