import type { OutsideText } from "#platform/rules/outside-text.ts";
import { provenToken, readUnsubscribeToken, type Tracked } from "./token.ts";

/** Mail programs keep the subject that they were given; longer ones are none of ours. */
const MAX_SUBJECT = 300;
const MAX_TRIES = 5;
/** Ids and code: 18 characters at least, which no word of a language is. */
const FOREIGN_TOKEN = /^[A-Za-z0-9_-]{18,38}$/;

/** The address that unsubscribes by mail (RFC 2369): the token is in the subject. */
export const unsubscribeMailto = (email: string, token: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll("%40", "@")}?subject=unsubscribe%20${token}`;

/** Whose message a mail with this subject unsubscribes from; null for every other mail. */
export function readUnsubscribeSubject(
  secrets: readonly string[],
  subject: OutsideText,
): Tracked | null {
  for (const word of wordsBehind(subject)) {
    const tracked = readUnsubscribeToken(secrets, word);
    if (tracked) return tracked;
  }
  return null;
}

/** The same for a token that another installation made: whose message it says that it is, which proves nothing. */
export function readForeignSubject(subject: OutsideText): Tracked | null {
  for (const word of wordsBehind(subject)) {
    if (FOREIGN_TOKEN.test(word)) return provenToken(word);
  }
  return null;
}

/** What follows "unsubscribe". */
function wordsBehind(subject: string): readonly string[] {
  if (subject.length > MAX_SUBJECT) return [];
  const words = subject.trim().split(/[\s:+]+/);
  const at = words.findIndex((word) => word.toLowerCase() === "unsubscribe");
  return at < 0 ? [] : words.slice(at + 1, at + 1 + MAX_TRIES);
}
