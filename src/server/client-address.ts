import ipaddr from "ipaddr.js";

/** Proxies whose X-Forwarded-For is believed: addresses and CIDR blocks. */
export type TrustedProxies = (address: string) => boolean;

/** Reads the setting TRUSTED_PROXIES. Throws on an entry that is neither an address nor a block, naming it. */
export function trustedProxies(entries: readonly string[]): TrustedProxies {
  const blocks = entries.map((entry) => {
    if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
    if (!ipaddr.isValid(entry)) throw new Error("not an address or CIDR block");
    const address = ipaddr.process(entry);
    return [address, address.kind() === "ipv4" ? 32 : 128] as const;
  });
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return blocks.some(([net, bits]) => net.kind() === address.kind() && address.match(net, bits));
  };
}

/**
 * Who sent a request: the socket's peer, or, behind a trusted proxy, the nearest entry of
 * X-Forwarded-For that is no trusted proxy itself. What a stranger writes there is never believed.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  isTrusted: TrustedProxies,
): string {
  let address = plain(peer ?? "");
  const hops = (forwardedFor ?? "").split(",").map((hop) => plain(hop.trim()));
  while (isTrusted(address)) {
    const next = hops.pop();
    if (next === undefined || !ipaddr.isValid(next)) break;
    address = next;
  }
  return address;
}

/** IPv4 that arrives as ::ffff:a.b.c.d is written as IPv4. */
const plain = (address: string): string =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
