import type { OutsideText } from "#platform/rules/outside-text.ts";
import { MAC_LENGTH, macOf, type MacPurpose, sameMac } from "./mac.ts";
import { mayHaveMade } from "./token.ts";

/** Longer targets are left untracked: with the token around them they would pass 8 KB. */
const MAX_TARGET_LENGTH = 4_096;

/**
 * A web address in printable ASCII: a host without `/`, `?`, `#`, `@` (user info) or backslash, then
 * anything but a backslash.
 */
const PLAIN_TARGET = /^https?:\/\/[!"$-.0->A-[\]-~]+(?:[/?#][!-[\]-~]*)?$/i;

/**
 * The address that a link may lead to, fit for a Location header; null for what is no plain web
 * address (another scheme, no host, user info, unreadable). Query and fragment are kept.
 */
export function linkTarget(url: OutsideText): string | null {
  const trimmed = url.trim();
  if (trimmed.length > MAX_TARGET_LENGTH) return null;
  const parsed = URL.parse(trimmed);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return null;
  if (parsed.username !== "" || parsed.password !== "") return null;
  if (isPlain(trimmed)) return trimmed;
  return isPlain(parsed.href) && parsed.href.length <= MAX_TARGET_LENGTH ? parsed.href : null;
}

const isPlain = (url: string): boolean => PLAIN_TARGET.test(url);

/**
 * The wildcard of `/t/:id/link/*`: a code over token and target, then the target in base64url.
 * `url` has passed `linkTarget`; throws a TypeError for any other.
 */
export function linkPart(secret: string, token: string, url: string): string {
  const target = linkTarget(url);
  if (target === null) throw new TypeError("only plain web addresses are tracked");
  const encoded = Buffer.from(target).toString("base64url");
  return macOf(secret, "link", `${token} ${encoded}`) + encoded;
}

/** Where a link part leads, or null unless we made it for this very token and it is a web address. */
export function readLinkPart(
  secrets: readonly string[],
  token: string,
  part: OutsideText,
): string | null {
  const encoded = part.slice(MAC_LENGTH);
  if (encoded === "" || encoded.length > 2 * MAX_TARGET_LENGTH) return null;
  if (!isMadeBy(secrets, "link", token, part.slice(0, MAC_LENGTH), `${token} ${encoded}`)) {
    return null;
  }
  const target = Buffer.from(encoded, "base64url").toString();
  return isPlain(target) ? target : null;
}

/** The link part that no person sees: a hit on it gives a machine away (mail, rule 3). */
export const honeypotPart = (secret: string, token: string): string =>
  macOf(secret, "honeypot", token);

export const isHoneypotPart = (secrets: readonly string[], token: string, part: string): boolean =>
  isMadeBy(secrets, "honeypot", token, part, token);

const isMadeBy = (
  secrets: readonly string[],
  purpose: MacPurpose,
  token: string,
  mac: string,
  text: string,
): boolean =>
  secrets.some(
    (secret) => mayHaveMade(secret, token) && sameMac(mac, macOf(secret, purpose, text)),
  );
