import type { OutsideText } from "#platform/rules/outside-text.ts";
import ipaddr from "ipaddr.js";

/** Unicast by the registry, yet answered inside a cloud: the host agent of Azure. */
const INTERNAL_ADDRESSES = new Set(["168.63.129.16"]);

/** RFC 4291: what is handed out as global unicast; all else in IPv6 is special or unassigned. */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");
/** RFC 6052: an IPv4 address behind a translator; it is as public as the address inside. */
const NAT64 = ipaddr.parseCIDR("64:ff9b::/96");

/**
 * Whether an IP address (text, without brackets) belongs to the public internet: global unicast by
 * the registries, neither private, loopback, link-local, shared, documentation nor transition
 * space. Mapped and NAT64 forms are judged by the IPv4 address inside. False for what is no
 * address. Reliability, threats 15 and 16.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = unwrapped(ipaddr.process(text));
  if (address.range() !== "unicast" || INTERNAL_ADDRESSES.has(address.toString())) return false;
  return address.kind() === "ipv4" || address.match(GLOBAL_IPV6);
}

/** Whether an IP address, or the name `localhost`, stays on this machine. */
export function isLoopback(host: OutsideText): boolean {
  if (!ipaddr.isValid(host)) return /^localhost\.?$/i.test(host);
  return ipaddr.process(host).range() === "loopback";
}

type Address = ReturnType<typeof ipaddr.process>;

function unwrapped(address: Address): Address {
  if (address.kind() !== "ipv6" || !address.match(NAT64)) return address;
  return ipaddr.fromByteArray(address.toByteArray().slice(12));
}
