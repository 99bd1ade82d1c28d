import type { OutsideText } from "#platform/rules/outside-text.ts";
import { Tokenizer } from "htmlparser2";
import { linkTarget } from "./link.ts";

export type TrackOptions = {
  /** The tracked address of a target; null leaves links as they are. */
  readonly linkOf: ((target: string) => string) | null;
  /** Null: no pixel. */
  readonly pixelUrl: string | null;
  /** A link that no person sees, for mails with tracked links; see `honeypotPart`. */
  readonly honeypotUrl?: string | null;
  /** Addresses that stay as they are, such as the unsubscribe link. */
  readonly keep?: readonly string[];
};

/**
 * The HTML with its web links led through `linkOf` and the pixel at the end of its body. Only
 * `href` of `<a>` with http or https is touched; everything else stays byte for byte. One pass,
 * linear in the input, whatever the markup looks like.
 */
export function trackHtml(html: OutsideText, options: TrackOptions): string {
  const page = scan(html);
  const edits: Edit[] =
    options.linkOf === null ? [] : linkEdits(page.links, options.linkOf, options.keep ?? []);
  const extra = hidden(options, edits.length);
  if (extra !== "") edits.push({ start: page.end, end: page.end, text: extra });
  edits.sort((a, b) => a.start - b.start);
  let out = "";
  let from = 0;
  for (const edit of edits) {
    out += html.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return out + html.slice(from);
}

/** Replaces `html.slice(start, end)`. */
type Edit = { readonly start: number; readonly end: number; readonly text: string };

/** An attribute value: its place with quotes, and its text with entities decoded. */
type Link = { readonly start: number; readonly end: number; readonly href: string };

function linkEdits(
  links: readonly Link[],
  linkOf: (target: string) => string,
  keep: readonly string[],
): Edit[] {
  const edits: Edit[] = [];
  for (const { start, end, href } of links) {
    const target = linkTarget(href);
    if (target === null || keep.includes(href.trim())) continue;
    edits.push({ start, end, text: `"${escapeAttribute(linkOf(target))}"` });
  }
  return edits;
}

/**
 * The pixel, and links that no person sees. A mail without links of its own gets no hidden one: filters
 * mind it, and it would guard nothing. Else it gets as many as make the addresses even that the text
 * part does not have, since some filters (URI_COUNT_ODD of rspamd) take an odd number for a fault.
 */
function hidden({ pixelUrl, honeypotUrl }: TrackOptions, links: number): string {
  const trap = honeypotUrl
    ? `<a href="${escapeAttribute(honeypotUrl)}" style="display:none" tabindex="-1" aria-hidden="true"></a>`
    : "";
  const own = links + (pixelUrl === null ? 0 : 1);
  const traps = links === 0 ? 0 : own % 2 === 1 ? 1 : 2;
  const pixel =
    pixelUrl === null
      ? ""
      : `<img src="${escapeAttribute(pixelUrl)}" width="1" height="1" alt="" style="border:0">`;
  return trap.repeat(traps) + pixel;
}

const escapeAttribute = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");

/** Finds the links and the end of the body. */
function scan(html: string): { links: Link[]; end: number } {
  const links: Link[] = [];
  let bodyEnd: number | null = null;
  let htmlEnd: number | null = null;
  read(html, 0, links, {
    closed(name, at) {
      if (name === "body") bodyEnd = at;
      if (name === "html") htmlEnd = at;
    },
    // Outlook shows what is in its conditional comments. One level: they cannot nest.
    comment(from, text) {
      const opening = /^\[if[^\]]{0,100}\]>/i.exec(text);
      if (opening)
        read(text.slice(opening[0].length), from + opening[0].length, links, {
          closed() {},
          comment() {},
        });
    },
  });
  return { links, end: bodyEnd ?? htmlEnd ?? html.length };
}

/** Reads markup that begins at `offset` of the whole, adding its links. */
function read(
  html: string,
  offset: number,
  links: Link[],
  on: { closed(name: string, at: number): void; comment(from: number, text: string): void },
): void {
  let inAnchor = false;
  /** The value of the first `href`, which is the one that counts; kept once the tag is whole. */
  let link: Link | null = null;
  let nameEnd = 0;
  let isHref = false;
  let value = "";
  const finish = (): void => {
    if (link) links.push(link);
    link = null;
  };
  const ignore = (): void => {};
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(start, end) {
        inAnchor = end - start === 1 && html[start]?.toLowerCase() === "a";
        link = null;
      },
      onattribname(start, end) {
        isHref = inAnchor && link === null && html.slice(start, end).toLowerCase() === "href";
        nameEnd = end;
        value = "";
      },
      onattribdata(start, end) {
        if (isHref) value += html.slice(start, end);
      },
      onattribentity(codepoint) {
        if (isHref) value += String.fromCodePoint(codepoint);
      },
      onattribend(_quote, end) {
        if (!isHref) return;
        let start = nameEnd;
        while (start < end && /[\s=]/.test(html[start] ?? "")) start++;
        link = { start: offset + start, end: offset + end, href: value };
      },
      onopentagend: finish,
      onselfclosingtag: finish,
      onclosetag: (start, end) =>
        on.closed(html.slice(start, end).toLowerCase(), start - "</".length),
      oncomment: (start, end, dashes) =>
        on.comment(offset + start, html.slice(start, end - dashes)),
      oncdata: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onprocessinginstruction: ignore,
      ontext: ignore,
      ontextentity: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}
