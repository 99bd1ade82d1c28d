import { senderProvider } from "#modules/mailboxes/rules/provider.ts";
import { mailProviderOf } from "#platform/rules/dns/mail-provider.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";

/** Characters of a host or domain (RFC 1035). */
const MAX_NAME = 253;

/** The last labels of a host or domain that tell one company from another, well enough to compare two names. */
export function siteOf(name: OutsideText): string {
  const labels = name
    .toLowerCase()
    .slice(0, MAX_NAME)
    .split(".")
    .filter((label) => label !== "");
  const isShort = (labels.at(-2)?.length ?? 9) <= 3 && labels.length > 2;
  return labels.slice(isShort ? -3 : -2).join(".");
}

/** Whose mailbox a seed is, by its IMAP host: a provider's name, else the site of its host. */
export function seedProvider(imapHost: OutsideText, email: OutsideText): string {
  const host = imapHost.slice(0, MAX_NAME).toLowerCase();
  const known = senderProvider(host) ?? mailProviderOf([host]);
  if (known !== null) return known;
  const isName = /[a-z]/.test(host) && host.includes(".");
  return siteOf(isName ? host : email.slice(email.lastIndexOf("@") + 1));
}
