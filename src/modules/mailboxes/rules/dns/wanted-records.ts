import type { RecordCheck } from "#platform/rules/dns/record-check.ts";
import type { DomainFacts } from "./domain-facts.ts";
import { MAX_TEXT_CHARS, type ZoneRecord } from "./zone-file.ts";

/** A record as it should be in DNS: to be kept where it is right, else to be set. */
export type WantedRecord = { readonly record: ZoneRecord; readonly isThere: boolean };

const PARENT = / \(from [^()\s]+\)$/;
/** What stands for a key that only the mail provider knows. */
const PLACEHOLDER = "<";

/** Records whose value is this install's own. */
const OURS: readonly string[] = ["tracking", "tracking_owner"];

/** The records that a check wants; none where only the mail provider knows them, or a parent has them. */
export function wantedRecords(
  check: RecordCheck,
  facts: Pick<DomainFacts, "mx" | "dkim"> | null,
): readonly WantedRecord[] {
  const { type, host, expected } = check;
  if (expected !== null) {
    // What is there already is not known: a second record would break it.
    const isSure = check.status !== "unknown" || OURS.includes(check.name);
    const isWhole = type !== "MX" && !expected.includes(PLACEHOLDER) && !host.includes(PLACEHOLDER);
    return isSure && isWhole
      ? [{ record: { host, type, value: expected }, isThere: check.found.includes(expected) }]
      : [];
  }
  if (check.status !== "pass") return [];
  return found(check, facts).map((record) => ({ record, isThere: true }));
}

function found(
  { name, domain, host, found: texts }: RecordCheck,
  facts: Pick<DomainFacts, "mx" | "dkim"> | null,
): readonly ZoneRecord[] {
  if (name === "mx") {
    const servers =
      facts?.mx.servers ?? texts.map((server, i) => ({ preference: 10 * (i + 1), host: server }));
    return servers.map((server) => ({
      host,
      type: "MX",
      preference: server.preference,
      value: server.host,
    }));
  }
  if (name === "dkim") {
    const aliases = facts?.dkim.aliases ?? [];
    return texts.flatMap((text): ZoneRecord[] => {
      const at = text.indexOf(": ");
      const selector = text.slice(0, at);
      // The provider has the key: a text beside the alias would break it.
      if (at < 1 || aliases.includes(selector)) return [];
      return asText(`${selector}._domainkey.${domain}`, text.slice(at + 2));
    });
  }
  return texts.flatMap((text) => (PARENT.test(text) ? [] : asText(host, text)));
}

const asText = (host: string, value: string): ZoneRecord[] =>
  value.length > MAX_TEXT_CHARS ? [] : [{ host, type: "TXT", value }];

/** Whether a record has to be set or corrected: a DKIM key under no usual name counts as missing. */
export const isLacking = ({ status, code }: Pick<RecordCheck, "status" | "code">): boolean =>
  status === "fail" || code === "not_found";
