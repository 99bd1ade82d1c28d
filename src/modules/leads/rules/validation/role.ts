import type { OutsideText } from "#platform/rules/outside-text.ts";
import type { RoleClass } from "#platform/rules/mail/address-sources.ts";

/** Automatic senders, with any other words around: no-reply-42, do.not.reply, jobs-noreply. */
const UNATTENDED = /^(?:do)?not?reply|noreply$/;

/** Shorter first words are mostly initials: md.rahman, cs.lewis. */
const MIN_FIRST_WORD = 3;
/** Posts alone, and titles before a name (chef.marcel) or names themselves (dev.patel). */
const TITLES = new Set([
  "captain",
  "chef",
  "coach",
  "dev",
  "eng",
  "general",
  "master",
  "mayor",
  "pastor",
  "professor",
]);

/**
 * Whether a local part names a post instead of a person, by the list: the whole or its first word,
 * without `+tag` and the digits of `info2`.
 */
export function roleOf(
  local: OutsideText,
  roles: ReadonlyMap<string, RoleClass>,
): RoleClass | null {
  const plus = local.indexOf("+");
  const base = (plus > 0 ? local.slice(0, plus) : local).toLowerCase();
  const whole = withoutNumber(base);
  if (UNATTENDED.test(whole.replace(/[-._]/g, ""))) return "unattended";
  const found = roles.get(whole) ?? roles.get(base);
  if (found) return found;
  const first = whole.search(/[-._]/);
  if (first < MIN_FIRST_WORD) return null;
  const word = whole.slice(0, first);
  return TITLES.has(word) ? null : (roles.get(withoutNumber(word)) ?? null);
}

function withoutNumber(word: string): string {
  let end = word.length;
  while (end > 0 && isDigit(word.charCodeAt(end - 1))) end--;
  while (end > 0 && "-._".includes(word.charAt(end - 1))) end--;
  return word.slice(0, end);
}

const isDigit = (c: number): boolean => c >= 0x30 && c <= 0x39;
