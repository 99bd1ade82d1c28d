import { type OutsideText, trimEnd } from "#platform/rules/outside-text.ts";
import ipaddr from "ipaddr.js";
import { isPublicAddress } from "./address-class.ts";

/** Why a URL may not be called: a stable code, and what to do about it. */
export type UrlRefusal = { readonly code: string; readonly message: string };

const MAX_URL_LENGTH = 2_048;

/**
 * Why we may not send requests to this URL, or null when we may. This judges the text alone: what
 * a name resolves to is judged when the connection is made. With `allowPrivate` (the operator's
 * choice) http, any port and any address pass.
 */
export function refuseUrl(text: OutsideText, rules: { allowPrivate: boolean }): UrlRefusal | null {
  if (text.length > MAX_URL_LENGTH) {
    return { code: "too_long", message: `Use at most ${MAX_URL_LENGTH} characters.` };
  }
  const url = parse(text);
  if (!url)
    return { code: "invalid_url", message: "Enter a full URL, such as https://example.com/hook." };
  if (url.username !== "" || url.password !== "") {
    return {
      code: "credentials_in_url",
      message: "Remove the username and password from the URL.",
    };
  }
  return rules.allowPrivate ? null : refuseTarget(url);
}

/** Characters that parsers treat differently, so that two of them may see two hosts. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const AMBIGUOUS = /[\u0000-\u0020\u007f\\]/;

function parse(text: string): URL | null {
  if (AMBIGUOUS.test(text) || !/^https?:\/\/[^/]/i.test(text)) return null;
  const url = URL.parse(text);
  return url && url.hostname !== "" ? url : null;
}

function refuseTarget(url: URL): UrlRefusal | null {
  if (url.protocol !== "https:") return { code: "https_required", message: "Use an https URL." };
  if (!isOpenPort(url.port === "" ? 443 : Number(url.port))) {
    return {
      code: "port_not_allowed",
      message: "Use port 443, 80, or a port above 1023 that no other service uses.",
    };
  }
  if (!isPublicHost(url.hostname)) {
    return { code: "not_public", message: "Use an address on the public internet." };
  }
  return null;
}

/**
 * Ports above 1023 of services that speak something else than HTTP, or that nobody means to offer:
 * the Fetch standard's bad ports, and databases, caches, remote desktops and cluster controls.
 */
const SERVICE_PORTS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10080, 1433, 1521, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5900, 5984, 6379, 6443,
  9200, 9300, 10250, 10255, 11211, 27017,
]);

const isOpenPort = (port: number): boolean =>
  port === 80 || port === 443 || (port > 1023 && !SERVICE_PORTS.has(port));

/** Suffixes that only an inner network answers (RFC 6761, 6762, 8375, 9476 and common habit). */
const INNER_SUFFIXES = [
  "localhost",
  "local",
  "internal",
  "intranet",
  "localdomain",
  "lan",
  "home",
  "corp",
  "private",
  "home.arpa",
  "invalid",
];

/** `hostname` as the URL parser wrote it: IPv4 in any spelling is four decimals by now. */
function isPublicHost(hostname: string): boolean {
  const name = trimEnd(hostname.replace(/^\[|\]$/g, ""), ".");
  if (ipaddr.isValid(name)) return isPublicAddress(name);
  if (!name.includes(".") || name.includes("..")) return false;
  return !INNER_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`));
}
