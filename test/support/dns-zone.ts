import type { AskDns, DnsRecord, DnsReply } from "#platform/rules/dns/record.ts";

/**
 * `"acme.com TXT"` to its values; `"?"` is a resolver in trouble, for the name or (`*`) for all.
 * A value of SRV is `priority weight port target`. Anything else does not exist.
 */
export type DnsZone = Readonly<Record<string, readonly string[] | "?">>;

/** A resolver that answers from a zone, which may change under it. */
export const resolverOf =
  (zone: DnsZone): AskDns =>
  async (name, type): Promise<DnsReply> => {
    const values = zone["*"] === "?" ? "?" : (zone[`${name} ${type}`] ?? []);
    if (values === "?") return { ok: false, trouble: "servfail" };
    const records = values.map((value): DnsRecord => {
      const at = { name, ttl: 300 };
      if (type === "TXT") return { ...at, type, text: value };
      if (type === "CNAME") return { ...at, type, target: value };
      if (type === "MX") return { ...at, type, preference: 10, exchange: value };
      if (type === "SRV") {
        const [priority, weight, port, target = ""] = value.split(" ");
        return {
          ...at,
          type,
          priority: Number(priority),
          weight: Number(weight),
          port: Number(port),
          target,
        };
      }
      return { ...at, type, address: value };
    });
    const exists = Object.keys(zone).some((key) => key.startsWith(`${name} `));
    return { ok: true, exists, records, alias: false, ttl: 300 };
  };
