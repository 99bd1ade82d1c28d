import type { OutsideText } from "#domain/outside-text.ts";
import { readLinkPart } from "#domain/tracking/link.ts";
import { readHitToken, readUnsubscribeToken } from "#domain/tracking/token.ts";

const PIXEL = /<img\b[^>]{0,2000}\/t\/[\w-]{1,80}\/pixel\.png[^>]{0,2000}>/gi;
const LINK =
  /https?:\/\/[^\s"'<>/]{1,300}(?:\/[^\s"'<>]{0,300})?\/t\/([\w-]{1,80})\/link\/([\w-]{1,12000})/gi;

/**
 * Our own mail as its sender may look at it: without the pixel, and with links that lead where they
 * say, so that reading the inbox never counts as an open or a click of the lead.
 */
export const withoutTracking = (html: string, secret: string): string =>
  html
    .replace(PIXEL, "")
    .replace(LINK, (_, token: string, part: string) =>
      attribute(readLinkPart(secret, token, part) ?? "#"),
    );

/** Where an address of ours may begin; whether it is one, its code tells. */
const OURS = /\/(t|unsubscribe)\/([\w-]{16,80})(?![\w-])(?:\/link\/([\w-]{1,12000}))?/g;
/** An address is no longer before its path, and ends soon behind it. */
const MAX_ORIGIN = 600;
const EDGE = /["'<>\s]/;

/**
 * HTML of a conversation as colleagues may look at it, ours or quoted in an answer: the links by
 * which only the recipient clicks or unsubscribes lead where they say, or nowhere.
 */
export function forColleagues(html: OutsideText, secret: string): string {
  let out = "";
  let done = 0;
  for (const match of html.matchAll(OURS)) {
    const [path, kind, token = "", part] = match;
    const isOurs =
      kind === "t"
        ? readHitToken(secret, token) !== null
        : readUnsubscribeToken(secret, token) !== null;
    if (!isOurs) continue;
    let start = match.index;
    const least = Math.max(done, start - MAX_ORIGIN);
    while (start > least && !EDGE.test(html[start - 1] ?? "")) start--;
    let end = match.index + path.length;
    const most = Math.min(html.length, end + MAX_ORIGIN);
    while (end < most && !EDGE.test(html[end] ?? "")) end++;
    const target = part === undefined ? null : readLinkPart(secret, token, part);
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
