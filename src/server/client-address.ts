import { isIP, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/** Proxies whose X-Forwarded-For is believed: addresses and CIDR blocks. */
export type TrustedProxies = (address: string) => boolean;

/** Reads the setting TRUSTED_PROXIES. Throws on an entry that is neither an address nor a block, naming it. */
export function trustedProxies(entries: readonly string[]): TrustedProxies {
  const blocks = entries.map((entry) => {
    const [net = "", bits] = entry.split("/");
    if (isIP(net) === 0) throw new Error("not an address or CIDR block");
    if (bits !== undefined) return ipaddr.parseCIDR(entry);
    const address = ipaddr.process(net);
    return [address, address.kind() === "ipv4" ? 32 : 128] as const;
  });
  if (blocks.length === 0) return () => false;
  const isTrusted: TrustedProxies = (text) => {
    if (isIP(text) === 0) return false;
    const address = ipaddr.process(text);
    return blocks.some(([net, bits]) => net.kind() === address.kind() && address.match(net, bits));
  };
  // Behind a proxy every request has the same peer.
  let last = { text: "", trusted: false };
  return (text) => {
    if (text !== last.text) last = { text, trusted: isTrusted(text) };
    return last.trusted;
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
  if (forwardedFor === undefined) return address;
  const hops = forwardedFor.split(",").map((hop) => plain(hop.trim()));
  while (isTrusted(address)) {
    const next = hops.pop();
    if (next === undefined || isIP(next) === 0) break;
    address = next;
  }
  return address;
}

/** IPv4 that arrives as ::ffff:a.b.c.d is written as IPv4. */
const plain = (address: string): string =>
  address.startsWith("::ffff:") && isIPv6(address) ? ipaddr.process(address).toString() : address;
