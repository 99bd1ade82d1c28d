import type { RoleClass } from "./local-facts.ts";

/** Senders that say so themselves, however they go on: no-reply-42, do.not.reply. */
const UNATTENDED = /^(?:do)?not?reply/;

/**
 * Whether a local part names a post instead of a person, by the list: the whole or its first word,
 * without `+tag` and the digits of `info2`. Step 3 (spec 4).
 */
export function roleOf(local: string, roles: ReadonlyMap<string, RoleClass>): RoleClass | null {
  const plus = local.indexOf("+");
  const base = (plus > 0 ? local.slice(0, plus) : local).toLowerCase();
  const whole = base.replace(/[-._]*\d*$/, "");
  const found = roles.get(whole) ?? roles.get(base);
  if (found) return found;
  const cut = whole.search(/[-._]/);
  if (UNATTENDED.test(cut < 0 ? whole : whole.replace(/[-._]/g, ""))) return "unattended";
  if (cut < MIN_FIRST_WORD) return null;
  return roles.get(whole.slice(0, cut)) ?? null;
}

/** Shorter first words are mostly initials: md.rahman, cs.lewis. */
const MIN_FIRST_WORD = 3;
