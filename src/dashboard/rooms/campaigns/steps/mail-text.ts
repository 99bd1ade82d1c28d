/**
 * A mail as people type it: paragraphs apart by an empty line, links as [words](https://address),
 * **strong**. What is between {{ }} or {% %} is the template's and stays as it is.
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

const LINK = /\[([^\]\n]+)\]\(((?:https?:\/\/|mailto:|\{\{)[^\s)]*(?:\}\})?)\)/g;

const STRONG = /\*\*([^*\n]+)\*\*/g;

/** The HTML that is stored for a typed text. */
export function htmlOf(text: string): string {
  const trimmed = text.replaceAll("\r\n", "\n").trim();
  if (trimmed === "") return "";
  return trimmed
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join("\n");
}

function inline(text: string): string {
  return escapeText(text)
    .replace(LINK, (_, words: string, address: string) => {
      const target = address.includes("{{") ? address : address.replaceAll('"', "%22");
      return `<a href="${target}">${words}</a>`;
    })
    .replace(STRONG, "<strong>$1</strong>")
    .replaceAll("\n", "<br>");
}

/** A typed text without its marks: links as "words (address)". */
export const unmarked = (text: string): string =>
  text.replace(LINK, "$1 ($2)").replace(STRONG, "$1");

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
  const text = blocksOf(body);
  return text === null
    ? null
    : text.replace(/\uE000(\d+)\uE001/g, (_, index: string) => kept[Number(index)] ?? "");
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
    } else {
      const inner = inlineOf(node);
      if (inner === null) return null;
      loose += inner;
    }
  }
  endLoose();
  return blocks.join("\n\n");
}

/** Null for anything but text, breaks, plain links and strong words. */
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
