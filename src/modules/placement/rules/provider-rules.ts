import type { RecordState } from "#platform/rules/dns/finding.ts";
import { isLoopback } from "#platform/rules/net/address-class.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import type { SeenHeaders } from "./seen-headers.ts";

/** What big providers ask of senders, as their pages say it. */
export const PROVIDER_RULES = [
  "spf",
  "dkim",
  "dmarc",
  "one_click",
  "signed_unsubscribe",
  "spam_rate",
] as const;
export type ProviderRule = (typeof PROVIDER_RULES)[number];

export type RuleSource = {
  readonly provider: string;
  readonly title: string;
  readonly url: string;
  /** Since when it applies, YYYY-MM-DD. */
  readonly since: string;
  /** To which mail. */
  readonly applies: string;
};

const GOOGLE: RuleSource = {
  provider: "Google",
  title: "Email sender guidelines",
  url: "https://support.google.com/a/answer/81126",
  since: "2024-02-01",
  applies:
    "Mail to personal Gmail accounts; all of it from 5,000 a day of a domain on, once reached for ever.",
};
const YAHOO: RuleSource = {
  provider: "Yahoo",
  title: "Sender best practices",
  url: "https://senders.yahooinc.com/best-practices/",
  since: "2024-02-01",
  applies: "Bulk mail; Yahoo names no number.",
};
const MICROSOFT: RuleSource = {
  provider: "Microsoft",
  title: "Requirements for high-volume senders",
  url: "https://techcommunity.microsoft.com/blog/microsoftdefenderforoffice365blog/strengthening-email-ecosystem-outlook%E2%80%99s-new-requirements-for-high%E2%80%90volume-senders/4399730",
  since: "2025-05-05",
  applies:
    "Over 5,000 a day of a domain to outlook.com, hotmail.com and live.com; refused with 550 5.7.515.",
};
const RFC_8058: RuleSource = {
  provider: "IETF",
  title: "RFC 8058, one-click unsubscribe",
  url: "https://www.rfc-editor.org/rfc/rfc8058",
  since: "2017-01-01",
  applies:
    "Mail with List-Unsubscribe-Post: an https address, and a DKIM signature over both headers.",
};

/** Where each rule is from. */
export const RULE_SOURCES: Readonly<Record<ProviderRule, readonly RuleSource[]>> = {
  spf: [GOOGLE, YAHOO, MICROSOFT],
  dkim: [GOOGLE, YAHOO, MICROSOFT],
  dmarc: [GOOGLE, YAHOO, MICROSOFT],
  one_click: [GOOGLE, YAHOO],
  signed_unsubscribe: [RFC_8058],
  spam_rate: [GOOGLE],
};

/** Spam rates of a provider's postmaster tools: below the first all is well, at the last it stops delivering. */
export const SPAM_BANDS = { well: 0.0003, aim: 0.001, limit: 0.003 } as const;
/** An older figure says nothing about today. */
export const FIGURE_AGE_MS = 30 * DAY_MS;

/** What is known of a sending domain and of the campaign's mail. */
export type DomainKnown = {
  readonly domain: string;
  /** From DNS. */
  readonly spf: RecordState;
  readonly dkim: RecordState;
  readonly dmarc: RecordState;
  /** What a seed's provider said of the last test email of the domain. */
  readonly seen: (SeenHeaders & { readonly provider: string }) | null;
  readonly hasUnsubscribeHeader: boolean;
  /** Where its links lead. */
  readonly linkBase: string;
  /** The last spam rate that a person entered, if it is fresh. */
  readonly spamRate: { readonly rate: number; readonly day: string } | null;
};

export type RuleCheck = {
  readonly rule: ProviderRule;
  readonly domain: string;
  readonly status: "pass" | "warn" | "fail" | "unknown";
  readonly message: string;
};

/** Holds what is known against the rules. What is not known is `unknown`, never `pass`. */
export const checkRules = (known: DomainKnown): RuleCheck[] =>
  PROVIDER_RULES.map((rule) => ({ rule, domain: known.domain, ...JUDGES[rule](known) }));

type Judged = Pick<RuleCheck, "status" | "message">;
const judged = (status: RuleCheck["status"], message: string): Judged => ({ status, message });

const NO_TEST = "Not seen yet: send a placement test from this domain to a seed.";

/** A result at a seed is better than a record: it tells what really arrived. */
function authentication(
  name: "SPF" | "DKIM",
  record: RecordState,
  seen: string | null,
  known: DomainKnown,
): Judged {
  const { domain } = known;
  if (seen === "pass") {
    return judged("pass", `${name} passed for ${domain} at a seed of ${known.seen?.provider}.`);
  }
  if (seen !== null && seen !== "none" && seen !== "neutral" && seen !== "temperror") {
    return judged("fail", `${name} of ${domain} was ${seen} at a seed of ${known.seen?.provider}.`);
  }
  if (record === "pass") return judged("pass", `${domain} has a valid ${name} record.`);
  if (record === "fail" || seen === "none") {
    return judged("fail", `${domain} has no valid ${name}. Large providers require it.`);
  }
  return judged("unknown", `${name} of ${domain} is not known. ${NO_TEST}`);
}

const JUDGES: Readonly<Record<ProviderRule, (known: DomainKnown) => Judged>> = {
  spf: (known) => authentication("SPF", known.spf, known.seen?.spf ?? null, known),
  dkim: (known) => authentication("DKIM", known.dkim, known.seen?.dkim ?? null, known),
  dmarc({ domain, dmarc, seen }) {
    if (dmarc === "fail") {
      return judged("fail", `${domain} has no valid DMARC record. p=none is enough to start.`);
    }
    if (seen?.dmarc === "pass") {
      return judged(
        "pass",
        `DMARC passed for ${domain} at a seed of ${seen.provider}: it is aligned.`,
      );
    }
    if (seen?.dmarc === "fail") {
      return judged(
        "fail",
        `DMARC failed for ${domain} at a seed of ${seen.provider}: neither SPF nor DKIM is aligned with it.`,
      );
    }
    return judged("unknown", `Whether mail of ${domain} is aligned is not known. ${NO_TEST}`);
  },
  one_click({ domain, hasUnsubscribeHeader, linkBase }) {
    if (!hasUnsubscribeHeader) {
      return judged(
        "fail",
        "The campaign sends no unsubscribe header. Switch it on: large providers require one click.",
      );
    }
    const { protocol, hostname } = new URL(linkBase);
    if (isLoopback(hostname)) {
      return judged("unknown", "This installation has no public address for links yet.");
    }
    return protocol === "https:"
      ? judged("pass", `Emails of ${domain} can be unsubscribed from with one click.`)
      : judged("fail", "One-click unsubscribe needs an https address for links.");
  },
  signed_unsubscribe({ domain, seen, hasUnsubscribeHeader }) {
    if (!hasUnsubscribeHeader || seen?.signsUnsubscribe == null) {
      return judged("unknown", `Whether the signature covers both unsubscribe headers: ${NO_TEST}`);
    }
    return seen.signsUnsubscribe
      ? judged("pass", `The signature of ${domain} covers both unsubscribe headers.`)
      : judged(
          "warn",
          `The signature of ${domain} does not cover both unsubscribe headers, so providers may not show the button.`,
        );
  },
  spam_rate({ domain, spamRate }) {
    if (!spamRate) {
      return judged(
        "unknown",
        `No spam rate of ${domain} of the last 30 days. Copy it from the provider's postmaster tools.`,
      );
    }
    const percent = `${Number((spamRate.rate * 100).toFixed(3))}% on ${spamRate.day}`;
    if (spamRate.rate >= SPAM_BANDS.limit) {
      return judged(
        "fail",
        `The spam rate of ${domain} was ${percent}: 0.3% must never be reached.`,
      );
    }
    if (spamRate.rate >= SPAM_BANDS.aim) {
      return judged("warn", `The spam rate of ${domain} was ${percent}: keep it under 0.1%.`);
    }
    return spamRate.rate >= SPAM_BANDS.well
      ? judged("pass", `The spam rate of ${domain} was ${percent}: under 0.1%, above 0.03%.`)
      : judged("pass", `The spam rate of ${domain} was ${percent}.`);
  },
};
