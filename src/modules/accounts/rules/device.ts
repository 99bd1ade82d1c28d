import ipaddr from "ipaddr.js";
import type { OutsideText } from "#platform/rules/outside-text.ts";

/** Enough of a user agent to name browser and system. */
const MAX_USER_AGENT = 512;

/** In this order: most browsers name others as well. */
const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["CriOS/", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
  ["curl/", "curl"],
] as const;
const SYSTEMS = [
  ["Windows", "Windows"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["CrOS", "ChromeOS"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
] as const;

/** What a person recognises their device by, such as `Firefox on Windows`; "" where nothing is known. */
export function deviceOf(userAgent: OutsideText): string {
  const text = userAgent.slice(0, MAX_USER_AGENT);
  const named = (list: readonly (readonly [string, string])[]): string =>
    list.find(([sign]) => text.includes(sign))?.[1] ?? "";
  return [named(BROWSERS), named(SYSTEMS)].filter((name) => name !== "").join(" on ");
}

/** The network that an address is in, /24 or /48, so that no exact address is kept; "" for none. */
export function networkAround(address: OutsideText): string {
  if (address.length > 64 || !ipaddr.isValid(address)) return "";
  const ip = ipaddr.process(address);
  if (ip.kind() === "ipv4") return `${ip.toByteArray().slice(0, 3).join(".")}.0/24`;
  const groups = ip.toByteArray().slice(0, 6);
  const hex = [0, 2, 4].map((at) =>
    (((groups[at] ?? 0) << 8) | (groups[at + 1] ?? 0)).toString(16),
  );
  return `${hex.join(":")}::/48`;
}
