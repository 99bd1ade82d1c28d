import type { OutsideText } from "#domain/outside-text.ts";
import { readLinkPart } from "#domain/tracking/link.ts";
import { readUnsubscribeToken } from "#domain/tracking/token.ts";

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

const UNSUBSCRIBE =
  /\bhref\s{0,10}=\s{0,10}(["'])https?:\/\/[^\s"'<>]{1,600}?\/unsubscribe\/([\w-]{1,80})\1/gi;

/**
 * HTML of a conversation as colleagues may look at it, ours or quoted in an answer: the same, and
 * the link by which only the recipient may unsubscribe leads nowhere.
 */
export const forColleagues = (html: OutsideText, secret: string): string =>
  withoutTracking(html, secret).replace(UNSUBSCRIBE, (link, _quote, token: string) =>
    readUnsubscribeToken(secret, token) === null ? link : "",
  );

const attribute = (url: string): string =>
  url
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")
    .replaceAll("<", "&lt;");
