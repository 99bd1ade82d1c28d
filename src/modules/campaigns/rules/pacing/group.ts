import { mailProviderOf } from "#platform/rules/dns/mail-provider.ts";

/**
 * Who takes a lead's mail, as far as pacing counts: the provider behind the MX hosts, whatever the
 * domain of the address, or the name that the MX host of anybody else is under.
 */
export type RecipientGroup = string;

/** Between them goes most mail, and each judges a sending domain by how it grows. */
const BIG: ReadonlySet<string> = new Set([
  "google",
  "microsoft365",
  "outlook",
  "yahoo",
  "icloud",
  "gmx",
  "web_de",
  "t_online",
]);

/** Consumer domains whose provider needs no DNS. */
const FREE_MAIL: Readonly<Record<string, RecipientGroup>> = {
  "gmail.com": "google",
  "googlemail.com": "google",
  "outlook.com": "outlook",
  "hotmail.com": "outlook",
  "live.com": "outlook",
  "msn.com": "outlook",
  "yahoo.com": "yahoo",
  "ymail.com": "yahoo",
  "aol.com": "yahoo",
  "icloud.com": "icloud",
  "me.com": "icloud",
  "mac.com": "icloud",
  "gmx.de": "gmx",
  "gmx.net": "gmx",
  "web.de": "web_de",
  "t-online.de": "t_online",
};

/** What is known of where a lead's mail goes. */
export type KnownRoute = {
  readonly domain: string;
  /** As validation, or the route that is kept of the domain, says; null: nobody has looked. */
  readonly provider: string | null;
  /** The preferred MX host. */
  readonly host: string | null;
};

/** The group of a lead; null while nobody has looked where its mail goes: it is not paced then. */
export function recipientGroup({ domain, provider, host }: KnownRoute): RecipientGroup | null {
  if (provider !== null) return provider;
  if (host !== null) return mailProviderOf([host]) ?? organisationOf(host);
  return FREE_MAIL[domain] ?? null;
}

/** Second levels under which others register names. */
const SHARED = /^(?:ac|co|com|edu|gov|net|ne|or|org)$/;

/** The name that a host is under: two labels, or three below `co.uk` and its like. */
function organisationOf(host: string): RecipientGroup {
  const labels = host.toLowerCase().replace(/\.$/, "").split(".");
  const isShared = labels.length > 2 && SHARED.test(labels.at(-2) ?? "");
  return labels.slice(isShared ? -3 : -2).join(".");
}

/** Whether the first mails of a new sending domain to this group grow slowly. */
export const growsSlowly = (group: RecipientGroup): boolean => BIG.has(group);

/** Names that are not written as the words that they are made of. */
const NAMES: Readonly<Record<string, string>> = {
  microsoft365: "Microsoft 365",
  outlook: "Outlook.com",
  icloud: "iCloud",
  gmx: "GMX",
  web_de: "WEB.DE",
  t_online: "T-Online",
};

/** A group, as people read it. */
export const nameOf = (group: RecipientGroup): string =>
  NAMES[group] ??
  (group.includes(".")
    ? group
    : group
        .split("_")
        .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
        .join(" "));
