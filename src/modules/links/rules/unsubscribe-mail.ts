import type { OutsideText } from "#platform/rules/outside-text.ts";
import { readUnsubscribeToken, type Tracked } from "./token.ts";

/** Mail programs keep the subject that they were given; longer ones are none of ours. */
const MAX_SUBJECT = 300;
const MAX_TRIES = 5;

/** The address that unsubscribes by mail (RFC 2369): the token is in the subject. */
export const unsubscribeMailto = (email: string, token: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll("%40", "@")}?subject=unsubscribe%20${token}`;

/** Whose message a mail with this subject unsubscribes from; null for every other mail. */
export function readUnsubscribeSubject(
  secrets: readonly string[],
  subject: OutsideText,
): Tracked | null {
  if (subject.length > MAX_SUBJECT) return null;
  const words = subject.trim().split(/[\s:+]+/);
  const at = words.findIndex((word) => word.toLowerCase() === "unsubscribe");
  if (at < 0) return null;
  for (const word of words.slice(at + 1, at + 1 + MAX_TRIES)) {
    const tracked = readUnsubscribeToken(secrets, word);
    if (tracked) return tracked;
  }
  return null;
}
