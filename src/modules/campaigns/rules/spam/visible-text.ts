import { readHtml } from "#platform/rules/html-parser.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";

/** What a reader sees, with the place in the source of each character. */
export type VisibleText = {
  readonly text: string;
  /** For each UTF-16 unit of `text`, the index in the source where it begins. */
  readonly at: readonly number[];
  /** And where it ends. */
  readonly to: readonly number[];
  readonly links: readonly {
    readonly href: string;
    readonly label: string;
    readonly index: number;
  }[];
  readonly images: number;
  /** Text that a style hides from readers. */
  readonly hasHiddenText: boolean;
  /** Scripts, forms and embedded pages, which no mail client runs. */
  readonly hasActiveContent: boolean;
};

const INLINE = new Set(
  "a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr".split(
    " ",
  ),
);
const SKIPPED = new Set("head style script title template noscript".split(" "));
const ACTIVE = new Set("script form iframe object embed applet".split(" "));
const HIDING =
  /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d]*[1-9])|mso-hide/i;
/** Written between letters to hide a word from filters; nobody sees them. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]|\u034f/;
/** Ends a sentence wherever a block of the mail ends. */
const BLOCK_END = "\u2029";

/**
 * Reads HTML or plain text as a person sees it: tags gone without a trace inside words, blocks
 * apart, entities decoded, invisible characters dropped. Template tags stay as they are.
 */
export function visibleText(source: OutsideText): VisibleText {
  const out: string[] = [];
  const at: number[] = [];
  const to: number[] = [];
  const links: { href: string; label: string; index: number }[] = [];
  const labels: (readonly [from: number, until: number])[] = [];
  let images = 0;
  let hidden = false;
  let active = false;
  let skipping = 0;
  let openLink: { href: string; from: number; index: number } | null = null;
  const put = (char: string, start: number, end: number): void => {
    if (INVISIBLE.test(char)) return;
    out.push(char);
    at.push(start);
    to.push(end);
  };
  const breakAt = (index: number): void => {
    if (out.length > 0 && out.at(-1) !== BLOCK_END) put(BLOCK_END, index, index);
  };
  const endLink = (): void => {
    if (!openLink) return;
    const { href, from, index } = openLink;
    links.push({ href, label: out.slice(from).join("").trim(), index });
    labels.push([from, out.length]);
    openLink = null;
  };
  readHtml(source, (parser) => ({
    onopentag(name, attributes) {
      if (SKIPPED.has(name)) skipping++;
      if (ACTIVE.has(name)) active = true;
      if (HIDING.test(attributes["style"] ?? "")) hidden = true;
      if (name === "img") images++;
      if (name === "a" && /^\s*(?:https?:)?\/\//i.test(attributes["href"] ?? "")) {
        endLink();
        openLink = {
          href: (attributes["href"] ?? "").trim(),
          from: out.length,
          index: parser.startIndex,
        };
      }
      if (!INLINE.has(name)) breakAt(parser.startIndex);
    },
    ontext(text) {
      if (skipping > 0) return;
      const { startIndex, endIndex } = parser;
      // An entity is one event whose source is longer than its text.
      const isVerbatim = endIndex + 1 - startIndex === text.length;
      for (let i = 0; i < text.length; i++) {
        const start = isVerbatim ? startIndex + i : startIndex;
        put(text[i] ?? "", start, isVerbatim ? start + 1 : endIndex + 1);
      }
    },
    onclosetag(name) {
      if (SKIPPED.has(name)) skipping--;
      if (name === "a") endLink();
      if (!INLINE.has(name)) breakAt(parser.startIndex);
    },
  }));
  endLink();
  const text = out.join("");
  const labelled = new Uint8Array(text.length);
  for (const [from, until] of labels) labelled.fill(1, from, until);
  for (const bare of text.matchAll(/\bhttps?:\/\/[^\s<>"'\u2029]+/gi)) {
    if (labelled[bare.index]) continue;
    links.push({ href: bare[0], label: bare[0], index: at[bare.index] ?? 0 });
  }
  return { text, at, to, links, images, hasHiddenText: hidden, hasActiveContent: active };
}

/** Plain text, such as a subject, in the same form. */
export function plainText(source: OutsideText): VisibleText {
  const units = Array.from({ length: source.length }, (_, i) => i).filter(
    (i) => !INVISIBLE.test(source[i] ?? ""),
  );
  return {
    text: units.map((i) => source[i]).join(""),
    at: units,
    to: units.map((i) => i + 1),
    links: [],
    images: 0,
    hasHiddenText: false,
    hasActiveContent: false,
  };
}
