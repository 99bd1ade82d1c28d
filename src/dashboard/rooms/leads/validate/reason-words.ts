/** What the reasons of a validated address mean, in a few words. */
const WORDS: Readonly<Record<string, string>> = {
  no_address: "No address",
  unreadable_row: "Unreadable line",
  bounced_before: "Bounced before",
  disposable: "Disposable domain",
  domain_unknown: "The domain does not exist",
  domain_accepts_no_mail: "The domain accepts no email",
  no_mail_route: "No mail route",
  no_mx: "No mail server, only an address",
  dns_unknown: "DNS did not respond",
  likely_typo: "Likely typo",
  role_address: "Role address",
  unattended: "Unattended address",
  forwarding_service: "Forwarding service",
  unusual_syntax: "Unusual form",
  replied_before: "Replied before",
};

const SYNTAX = "syntax_";

/** Counts by what they mean, the largest first; every kind of wrong syntax is one. */
export function countedReasons(
  reasons: Readonly<Record<string, number>>,
): readonly (readonly [words: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const [code, count] of Object.entries(reasons)) {
    const words = code.startsWith(SYNTAX)
      ? "Not an address"
      : (WORDS[code] ?? code.replaceAll("_", " "));
    counts.set(words, (counts.get(words) ?? 0) + count);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a);
}
