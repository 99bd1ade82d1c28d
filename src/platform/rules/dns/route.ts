import { isPublicAddress } from "#platform/rules/net/address-class.ts";
import { mailProviderOf } from "./mail-provider.ts";
import type { RouteOutcome } from "./route-outcome.ts";
import type { DnsReply, DnsTrouble } from "./record.ts";

/** What breaks a rule but still receives mail, or nearly always does. */
export const ROUTE_WARNINGS = [
  /** `MX 0 .` beside real servers (RFC 7505 3): the dot is ignored. */
  "null_mx_mixed",
  /** Some servers are no public host names: those are skipped. */
  "unusable_mx",
] as const;
export type RouteWarning = (typeof ROUTE_WARNINGS)[number];

/** Where mail for a domain goes, and how sure that is. */
export type MailRoute = RouteOutcome & {
  /** Why DNS gave no answer to go by; null unless `temporary`. */
  readonly trouble: DnsTrouble | null;
  /** The domain is an alias (CNAME) of another. */
  readonly alias: boolean;
  readonly warnings: readonly RouteWarning[];
};

/** A route, and how many seconds DNS lets it be kept; null when that was not said. */
export type FoundRoute = { readonly route: MailRoute; readonly ttl: number | null };

/** Servers that are kept of a route; the preferred ones say whose they are. */
const MAX_HOSTS = 5;
const NOTHING = { hosts: [], provider: null, trouble: null, alias: false, warnings: [] } as const;

/** Nobody could be asked: never a reason to call an address wrong. */
export const temporary = (trouble: DnsTrouble): FoundRoute => ({
  route: { ...NOTHING, state: "temporary", trouble },
  ttl: null,
});

/**
 * Step 5, the answer to MX (RFC 5321 5.1, RFC 7505): a route, or "addresses" if those decide. A
 * domain that says that it takes no mail is never asked for an address.
 */
export function routeByMx(reply: DnsReply): FoundRoute | "addresses" {
  if (!reply.ok) return temporary(reply.trouble);
  const { alias, ttl } = reply;
  if (!reply.exists) return { route: { ...NOTHING, state: "nxdomain", alias }, ttl };
  const servers = reply.records
    .filter((record) => record.type === "MX")
    .toSorted((a, b) => a.preference - b.preference)
    .map(({ exchange }) => exchange);
  if (servers.length === 0) return "addresses";
  const named = servers.filter((host) => host !== "");
  if (named.length === 0) return { route: { ...NOTHING, state: "null_mx", alias }, ttl };
  const usable = [...new Set(named.filter(isHostName))];
  const warnings: RouteWarning[] = [];
  if (named.length < servers.length) warnings.push("null_mx_mixed");
  if (usable.length === 0) return { route: { ...NOTHING, state: "none", alias, warnings }, ttl };
  if (named.some((host) => !isHostName(host))) warnings.push("unusable_mx");
  const hosts = usable.slice(0, MAX_HOSTS);
  const route = { state: "mx", hosts, provider: mailProviderOf(hosts), trouble: null } as const;
  return { route: { ...route, alias, warnings }, ttl };
}

/** Step 6, of a domain without MX: a public address takes its mail. "aaaa" when A shows none. */
export function routeByA(reply: DnsReply): FoundRoute | "aaaa" {
  return !reply.ok || hasPublicAddress(reply) ? byAddress(reply) : "aaaa";
}

/** Step 6, of a domain whose A records show no public address. */
export const routeByAaaa = (reply: DnsReply): FoundRoute => byAddress(reply);

function byAddress(reply: DnsReply): FoundRoute {
  if (!reply.ok) return temporary(reply.trouble);
  const { alias, ttl } = reply;
  const state = hasPublicAddress(reply) ? "address_only" : "none";
  return { route: { ...NOTHING, state, alias }, ttl };
}

const hasPublicAddress = (reply: DnsReply): boolean =>
  reply.ok &&
  reply.records.some((record) => "address" in record && isPublicAddress(record.address));

/** No address in any spelling (they end in a number, or hold a colon), and nothing on the server itself. */
function isHostName(host: string): boolean {
  const last = host.slice(host.lastIndexOf(".") + 1);
  if (/^(?:\d+|0x[\da-f]*)$/.test(last) || host.includes(":")) return false;
  return last !== "localhost" && last !== "localdomain";
}
