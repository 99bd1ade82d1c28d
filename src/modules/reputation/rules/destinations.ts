import type { OutsideText } from "#platform/rules/outside-text.ts";

/** Where a domain asks for its reports. */
export type ReportDestination = {
  readonly domain: string;
  readonly address: string;
  /**
   * Whether a domain other than its own says that it takes them (RFC 7489 7.1): `own` needs no record,
   * `unknown` where DNS did not answer.
   */
  readonly external: "own" | "allowed" | "missing" | "unknown";
  /** The name of the TXT record that says so. */
  readonly record: string | null;
};

const MAX_RECORD = 4_000;
const MAX_ADDRESSES = 10;

/** The addresses in `rua` of a DMARC record. */
export function ruaAddresses(record: OutsideText): readonly string[] {
  const tag = /(?:^|;)\s*rua\s*=([^;]*)/i.exec(record.slice(0, MAX_RECORD))?.[1] ?? "";
  return tag
    .split(",")
    .slice(0, MAX_ADDRESSES)
    .flatMap((uri) => {
      const address = /^\s*mailto:([^\s!@]{1,64}@[^\s!@]{1,253})/i.exec(uri)?.[1];
      return address === undefined ? [] : [address.toLowerCase()];
    });
}

/** Where DNS has to say that `address` takes reports about `domain`; null: the domain is its own. */
export function permissionRecord(domain: string, address: string): string | null {
  const target = address.slice(address.lastIndexOf("@") + 1);
  const isOwn = target === domain || target.endsWith(`.${domain}`) || domain.endsWith(`.${target}`);
  return isOwn ? null : `${domain}._report._dmarc.${target}`;
}
