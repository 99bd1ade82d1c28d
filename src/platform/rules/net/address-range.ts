import ipaddr from "ipaddr.js";
import type { OutsideText } from "#platform/rules/outside-text.ts";

const BITS = /^\d{1,3}$/;

/** An address, or null. Forms of IPv4 with fewer than four parts, octal ones and zones are none. */
function addressOf(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (text.length > 45 || text.includes("%")) return null;
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!text.includes(":") || !ipaddr.IPv6.isValid(text)) return null;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/**
 * A range of addresses as it is stored: `203.0.113.0/24`, `2001:db8::/32`; an address alone is a
 * range of one, and what a range names behind its bits is cut off. Null: it is none, or a mapped one.
 */
export function addressRange(text: OutsideText): string | null {
  const [net = "", bits, more] = text.split("/", 3);
  const address = addressOf(net);
  if (!address || more !== undefined) return null;
  const isV4 = address.kind() === "ipv4";
  const whole = isV4 ? 32 : 128;
  if (bits === undefined) return `${address.toString()}/${whole}`;
  if (!BITS.test(bits) || Number(bits) > whole || (isV4 && net.includes(":"))) return null;
  const cidr = `${address.toString()}/${Number(bits)}`;
  const network = isV4
    ? ipaddr.IPv4.networkAddressFromCIDR(cidr)
    : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return `${network.toString()}/${Number(bits)}`;
}

/** Whether an address lies in one of the ranges, as `addressRange` wrote them. */
export function isInRanges(text: OutsideText, ranges: readonly string[]): boolean {
  const address = addressOf(text);
  return (
    address !== null &&
    ranges.some((range) => {
      const [net, bits] = ipaddr.parseCIDR(range);
      return net.kind() === address.kind() && address.match(net, bits);
    })
  );
}
