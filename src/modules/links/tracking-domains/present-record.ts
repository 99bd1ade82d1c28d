import type { DnsRecord } from "#modules/links/contract/tracking-domains.ts";
import type { RecordCheck } from "#platform/rules/dns/record-check.ts";

/** Long records are cut: an answer of DNS may hold kilobytes that somebody else wrote. */
const MAX_FOUND = 20;
const MAX_LENGTH = 1_000;

export const presentRecord = (check: RecordCheck): DnsRecord => ({
  domain: check.domain,
  name: check.name,
  type: check.type,
  host: check.host,
  expected: check.expected,
  found: check.found.slice(0, MAX_FOUND).map((text) => text.slice(0, MAX_LENGTH)),
  status: check.status,
  code: check.code,
  hint: check.hint,
  agreement: check.agreement,
});
