import type { OutsideText } from "#platform/rules/outside-text.ts";

/** Words that make a display name a team's or a company's. */
const COMPANY =
  /\b(team|sales|support|info|office|gmbh|ag|inc|ltd|llc|hello|contact|workspace|agency|company|studio|group|marketing)\b/i;
const ROLE =
  /^(team|sales|support|info|office|hello|hi|contact|mail|admin|marketing|news|noreply|service|billing)$/;

/** The first name in a display name such as "Ann Lee"; null for a team, a company or an address. */
export function firstName(name: OutsideText): string | null {
  const parts = name.trim().split(/\s+/);
  const [first = ""] = parts;
  if (parts.length > 3 || !/^\p{Lu}[\p{L}'’-]{1,20}$/u.test(first)) return null;
  return /['’]s$/.test(first) || COMPANY.test(name) ? null : first;
}

/**
 * Who writes from a mailbox: its display name where that is a person's, else the name in its
 * address (`ann.lee@` is Ann), else the display name as it is.
 */
export function writerOf(displayName: OutsideText, email: OutsideText): string {
  if (firstName(displayName) !== null) return displayName;
  const [local = ""] = email.split("@");
  const [name = ""] = local.toLowerCase().split(/[._+-]/);
  if (!/^\p{Ll}{3,12}$/u.test(name) || ROLE.test(name)) return displayName;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
