import ipaddr from "ipaddr.js";
import type { OutsideText } from "#platform/rules/outside-text.ts";
import type { ListKind } from "#platform/rules/block-list.ts";

/** Names above the one that is asked for; link lists name the domain that is registered. */
const MOST_NAMES = 4;
const MAX_NAME = 253;

/**
 * What is put before a list's zone: an IPv4 address in reverse, the 32 digits of an IPv6 address in
 * reverse, or the domain and those above it. Empty for what the list may not be asked: an address is
 * never asked at a list of domains, nor a domain at one of addresses.
 */
export function queryLabels(asks: ListKind, name: OutsideText): readonly string[] {
  const isAddress = ipaddr.isValid(name) && (name.includes(":") || /^[\d.]+$/.test(name));
  if (asks === "address") return isAddress ? [reversed(name)] : [];
  if (isAddress || name.length > MAX_NAME || !/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(name))
    return [];
  const labels = name.replace(/^www\.(?=.*\.)/, "").split(".");
  // A single label is a test point (RFC 5782 5).
  const names = [labels.join(".")];
  for (let n = 1; labels.length - n >= 2 && names.length < MOST_NAMES; n++)
    names.push(labels.slice(n).join("."));
  return names;
}

function reversed(address: string): string {
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString().split(".").toReversed().join(".");
  const digits = parsed
    .toByteArray()
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  return digits.split("").toReversed().join(".");
}
