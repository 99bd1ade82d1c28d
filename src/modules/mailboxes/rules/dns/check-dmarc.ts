import { fail, type Finding, pass, textsOf, UNANSWERED } from "#platform/rules/dns/finding.ts";
import type { AskDns } from "#platform/rules/dns/record.ts";

/** Names that are asked on the way up (RFC 9091's successor walks the tree likewise). */
const MAX_NAMES = 8;
const POLICIES = ["none", "quarantine", "reject"];

/**
 * Whether receivers know what to do with mail that only claims to be the domain's (RFC 7489). The
 * record of a parent domain covers its subdomains.
 */
export async function checkDmarc(ask: AskDns, domain: string): Promise<Finding> {
  for (const name of upwards(domain)) {
    const texts = textsOf(await ask(`_dmarc.${name}`, "TXT"));
    if (!texts) return UNANSWERED;
    const records = texts.filter((text) => /^v\s*=\s*DMARC1\s*(?:;|$)/i.test(text.trim()));
    if (records.length > 1) {
      return fail(
        "multiple",
        `There are ${records.length} DMARC records at _dmarc.${name}, so receivers ignore all of them. Keep one.`,
        records,
      );
    }
    const [record] = records;
    if (record !== undefined) return judge(record, name, domain);
  }
  return fail(
    "none",
    "There is no DMARC record. Large providers require one. p=none is enough to start.",
  );
}

function judge(record: string, name: string, domain: string): Finding {
  const isParent = name !== domain;
  const found = [isParent ? `${record} (from ${name})` : record];
  const tags = new Map(
    record.split(";").flatMap((part): [string, string][] => {
      const at = part.indexOf("=");
      return at < 0 ? [] : [[part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()]];
    }),
  );
  const policy = ((isParent ? tags.get("sp") : undefined) ?? tags.get("p"))?.toLowerCase();
  if (policy === undefined || !POLICIES.includes(policy)) {
    return fail(
      "syntax",
      "The DMARC record has no valid policy. Use p=none, p=quarantine or p=reject.",
      found,
    );
  }
  if (policy === "none") {
    return pass(
      found,
      "monitoring",
      "p=none only monitors. When SPF and DKIM pass for all your email, p=quarantine protects the domain.",
    );
  }
  return pass(found, isParent ? "parent" : "ok");
}

/** The domain and its parents, without top-level domains. */
function upwards(domain: string): string[] {
  const labels = domain.split(".");
  return labels
    .map((_, i) => labels.slice(i).join("."))
    .slice(0, Math.max(1, labels.length - 1))
    .slice(0, MAX_NAMES);
}
