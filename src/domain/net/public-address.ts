import ipaddr from "ipaddr.js";

/** Ranges that ipaddr.js calls unicast, yet lead inwards: benchmarks, documentation, NAT64, IPv4-compatible, Azure's host. */
const INWARD = [
  "198.18.0.0/15",
  "192.0.2.0/24",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "168.63.129.16/32",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "::/96",
].map((range) => ipaddr.parseCIDR(range));

/**
 * Whether an IP address is on the public internet; false for what is no address. IPv4-mapped
 * addresses count as the IPv4 address inside (reliability 1, threats 15 and 19).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  return !INWARD.some(
    ([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits),
  );
}

/** Whether an IP address, or the name `localhost`, stays on this machine. */
export function isLoopback(host: string): boolean {
  if (!ipaddr.isValid(host)) return /^localhost\.?$/i.test(host);
  return ipaddr.process(host).range() === "loopback";
}
