import type { MailPreset } from "#modules/mailboxes/rules/presets.ts";
import type { DomainFacts } from "./domain-facts.ts";
import type { RecordCheck } from "#platform/rules/dns/record-check.ts";

/** Who sends for a domain, as far as its mailboxes show. */
export type Sending = { readonly smtpHost: string; readonly preset: MailPreset | null };

const NEW_KEY = "v=DKIM1; k=rsa; p=<the key that your mail provider shows>";
const NEW_DMARC = "v=DMARC1; p=none";

/** Judges what DNS says by who really sends: SPF has to allow the provider's servers. */
export function expectedRecords(
  domain: string,
  facts: DomainFacts,
  sending: Sending | null,
): RecordCheck[] {
  const preset = sending?.preset ?? null;
  const [selector] = facts.dkim.found[0]?.split(":") ?? [];
  return [
    { ...facts.mx, domain, name: "mx", type: "MX", host: domain, expected: null },
    spf(domain, facts, sending),
    {
      ...facts.dkim,
      domain,
      name: "dkim",
      type: "TXT",
      host: `${selector ?? preset?.dkim[0] ?? "<selector>"}._domainkey.${domain}`,
      expected: facts.dkim.status === "pass" ? null : NEW_KEY,
    },
    {
      ...facts.dmarc,
      domain,
      name: "dmarc",
      type: "TXT",
      host: `_dmarc.${domain}`,
      expected: facts.dmarc.status === "pass" ? null : NEW_DMARC,
    },
  ];
}

/** The records of a domain that nobody has asked about yet. */
export function uncheckedDomain(domain: string, { smtpHost, preset }: Sending): RecordCheck[] {
  const unknown = {
    status: "unknown",
    code: "not_checked",
    found: [],
    hint: "It is checked in the next minutes.",
    agreement: "none",
    domain,
  } as const;
  const selector = preset?.dkim[0] ?? "<selector>";
  const include = preset?.spf[0];
  const sends = expectedSpf([], "none", include, smtpHost);
  return [
    { ...unknown, name: "mx", type: "MX", host: domain, expected: null },
    { ...unknown, name: "spf", type: "TXT", host: domain, expected: sends },
    {
      ...unknown,
      name: "dkim",
      type: "TXT",
      host: `${selector}._domainkey.${domain}`,
      expected: NEW_KEY,
    },
    { ...unknown, name: "dmarc", type: "TXT", host: `_dmarc.${domain}`, expected: NEW_DMARC },
  ];
}

function spf(domain: string, { spf: found }: DomainFacts, sending: Sending | null): RecordCheck {
  const at = { domain, name: "spf", type: "TXT", host: domain } as const;
  const allowed = sending?.preset?.spf ?? [];
  const [include] = allowed;
  const isMissing =
    found.status === "pass" &&
    include !== undefined &&
    !allowed.some((name) => found.includes.includes(name));
  const expected = expectedSpf(found.found, found.code, include, sending?.smtpHost);
  if (!isMissing) {
    const { lookups: _, includes: __, ...finding } = found;
    return { ...finding, ...at, expected: found.status === "pass" ? null : expected };
  }
  return {
    status: "fail",
    code: "provider_missing",
    found: found.found,
    agreement: found.agreement,
    hint: `The mailbox sends through ${sending?.preset?.name}, but the record does not allow its servers. Add include:${include}.`,
    ...at,
    expected,
  };
}

/** The record to set: what there is with the provider's include in it, or a new one. */
function expectedSpf(
  found: readonly string[],
  code: string,
  include: string | undefined,
  smtpHost: string | undefined,
): string | null {
  const own =
    include !== undefined
      ? `include:${include}`
      : smtpHost !== undefined
        ? serverOf(smtpHost)
        : "mx";
  const [first] = found;
  if (first === undefined) return `v=spf1 ${own} ~all`;
  if (!["ok", "open_end", "multiple"].includes(code)) return null;
  const terms = found.flatMap((record) => record.split(" ").slice(1));
  const ends = /^[+\-~?]?all$/i;
  const kept = [...new Set(terms.filter((term) => term !== "" && !ends.test(term)))];
  const added = kept.includes(own) || include === undefined ? kept : [...kept, own];
  const end = terms.find((term) => ends.test(term) && !/^\+?all$/i.test(term)) ?? "~all";
  return ["v=spf1", ...added, end].join(" ");
}

/** The mechanism that names a server: `a:` takes names alone (RFC 7208 5.3, 5.6). */
const serverOf = (host: string): string =>
  host.includes(":") ? `ip6:${host}` : /^\d+(?:\.\d+){3}$/.test(host) ? `ip4:${host}` : `a:${host}`;
