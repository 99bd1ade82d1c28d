import type { OutsideText } from "#platform/rules/outside-text.ts";
import { readLinkPart } from "#modules/links/rules/link.ts";
import { readHitToken, readUnsubscribeToken } from "#modules/links/rules/token.ts";

const IMAGE = /<img\b[^<>]*>/gi;
const PIXEL = /\/t\/[\w-]{1,80}\/pixel\.png/;
const URLS = /https?:\/\/[^\s"'<>]+/gi;
const LINK = /\/t\/([\w-]{1,80})\/link\/([\w-]{1,12000})/;
/** More links than a person follows lead nowhere: each costs a signature. */
const MAX_LINKS = 500;

/**
 * Our own mail as its sender may look at it: without the pixel, and with links that lead where they
 * say, so that reading the inbox never counts as an open or a click of the lead.
 */
export function withoutTracking(html: OutsideText, secrets: readonly string[]): string {
  let read = 0;
  const targetOf = (token: string, part: string): string =>
    (++read > MAX_LINKS ? null : readLinkPart(secrets, token, part)) ?? "#";
  return html
    .replace(IMAGE, (image) => (PIXEL.test(image) ? "" : image))
    .replace(URLS, (url) => {
      const link = LINK.exec(url);
      if (!link) return url;
      const [whole, token = "", part = ""] = link;
      return attribute(targetOf(token, part)) + url.slice(link.index + whole.length);
    });
}

/** Where an address of ours may begin; its code proves whether it is one. */
const OURS = /\/(t|unsubscribe)\/([\w-]{16,80})(?![\w-])(?:\/link\/([\w-]{1,12000}))?/g;
/** An address is no longer before its path, and ends soon behind it. */
const MAX_ORIGIN = 600;
const EDGE = /["'<>\s]/;

/**
 * HTML of a conversation as colleagues may look at it, ours or quoted in an answer: the links by
 * which only the recipient clicks or unsubscribes lead where they say, or nowhere.
 */
export function forColleagues(html: OutsideText, secrets: readonly string[]): string {
  let out = "";
  let done = 0;
  for (const match of html.matchAll(OURS)) {
    const [path, kind, token = "", part] = match;
    // Gone already, with the address around it: a second code costs a second signature.
    if (match.index + path.length <= done) continue;
    const isOurs =
      kind === "t"
        ? readHitToken(secrets, token) !== null
        : readUnsubscribeToken(secrets, token) !== null;
    if (!isOurs) continue;
    let start = match.index;
    const least = Math.max(done, start - MAX_ORIGIN);
    while (start > least && !EDGE.test(html[start - 1] ?? "")) start--;
    let end = match.index + path.length;
    const most = Math.min(html.length, end + MAX_ORIGIN);
    while (end < most && !EDGE.test(html[end] ?? "")) end++;
    const target = part === undefined ? null : readLinkPart(secrets, token, part);
    out += html.slice(done, start) + attribute(target ?? "#");
    done = end;
  }
  return out + html.slice(done);
}

const attribute = (url: string): string =>
  url
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")
    .replaceAll("<", "&lt;");
