import { t } from "#dashboard/words/words.ts";
/** What the reasons of a validated address mean, in a few words. */
const WORDS: Readonly<Record<string, string>> = {
  no_address: t("No address"),
  unreadable_row: t("Unreadable line"),
  bounced_before: t("Bounced before"),
  disposable: t("Disposable domain"),
  domain_unknown: t("The domain does not exist"),
  domain_accepts_no_mail: t("The domain accepts no email"),
  no_mail_route: t("No mail route"),
  no_mx: t("No mail server, only an address"),
  dns_unknown: t("DNS did not respond"),
  likely_typo: t("Likely typo"),
  role_address: t("Role address"),
  unattended: t("Unattended address"),
  forwarding_service: t("Forwarding service"),
  unusual_syntax: t("Unusual form"),
  replied_before: t("Replied before"),
};

const SYNTAX = "syntax_";

/** Counts by what they mean, the largest first; every kind of wrong syntax is one. */
export function countedReasons(
  reasons: Readonly<Record<string, number>>,
): readonly (readonly [words: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const [code, count] of Object.entries(reasons)) {
    const words = code.startsWith(SYNTAX)
      ? t("Not an address")
      : (WORDS[code] ?? code.replaceAll("_", " "));
    counts.set(words, (counts.get(words) ?? 0) + count);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a);
}
