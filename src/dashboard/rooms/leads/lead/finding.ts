import type { ValidationBreakdown } from "#modules/leads/contract/validation.ts";
import { count } from "#dashboard/lib/format.ts";

/** The five checks of a score, each with what it found and its points of how many. */
export function checksOf(found: ValidationBreakdown) {
  const { points } = found;
  return [
    { name: "Syntax", says: syntaxOf(found), points: points.syntax, of: 20 },
    { name: "Domain", says: domainOf(found), points: points.domain, of: 20 },
    { name: "Person", says: personOf(found), points: points.person, of: 15 },
    { name: "Mail route", says: routeOf(found), points: points.route, of: 35 },
    { name: "Avatar", says: AVATARS[found.avatar.state], points: points.avatar, of: 10 },
  ] as const;
}

/** Points of the five checks, in the order of the score's segments. */
export const pointsOf = (found: ValidationBreakdown | null): readonly number[] =>
  found ? checksOf(found).map(({ points }) => points) : [];

/** What moved the sum afterwards, in words. */
export const adjustmentsOf = (found: ValidationBreakdown) =>
  found.adjustments.map(({ code, delta, limit }) => ({
    code,
    says: ADJUSTMENTS[code] ?? code.replaceAll("_", " "),
    delta,
    limit,
  }));

/** The one finding that decides, in a few words. */
export function findingOf(found: ValidationBreakdown | null): string {
  if (!found) return "";
  if (found.history.bounced) return "Bounced before";
  if (!found.syntax.ok) return "Invalid address";
  if (found.disposable.hit) return "Disposable";
  if (found.suggestion) return `Typo? ${found.suggestion.split("@")[1] ?? ""}`;
  if (found.mx.state !== "mx") return routeOf(found);
  if (found.role.hit)
    return found.role.class === "unattended" ? "Unattended address" : "Role address";
  if (found.history.replied) return "Replied before";
  return found.free ? "Free provider" : "MX found";
}

const syntaxOf = ({ syntax }: ValidationBreakdown): string =>
  syntax.ok
    ? syntax.form === "mailbox"
      ? "a plain mailbox name"
      : "a format that many servers reject"
    : (syntax.reason?.replaceAll("_", " ") ?? "not an address");

const domainOf = ({ disposable }: ValidationBreakdown): string =>
  disposable.hit ? `disposable: ${disposable.match ?? "listed"}` : "not disposable";

const personOf = ({ role, free }: ValidationBreakdown): string =>
  role.hit
    ? role.class === "unattended"
      ? "an unattended address"
      : "a role address"
    : free
      ? "not a role address; free provider"
      : "not a role address";

function routeOf({ mx }: ValidationBreakdown): string {
  switch (mx.state) {
    case "mx": {
      const hosts = `${count(mx.hosts.length)} MX ${mx.hosts.length === 1 ? "host" : "hosts"}`;
      return mx.provider ? `${hosts}, ${mx.provider}` : hosts;
    }
    case "address_only":
      return "No MX, only an A record";
    case "none":
      return "No mail route";
    case "null_mx":
      return "The domain accepts no email";
    case "nxdomain":
      return "The domain does not exist";
    case "temporary":
      return "DNS did not respond";
  }
}

const AVATARS: Record<ValidationBreakdown["avatar"]["state"], string> = {
  found: "found",
  not_found: "none; does not lower the score",
  unknown: "the service did not respond",
  off: "turned off",
};

const ADJUSTMENTS: Readonly<Record<string, string>> = {
  unattended: "Unattended address",
  likely_typo: "Likely typo",
  cap_role: "Role address: 75 at most",
  cap_address_only: "No MX: 75 at most",
  cap_temporary: "No DNS response: 75 at most",
  cap_relay: "Forwarding service: 70 at most",
  cap_disposable: "Disposable domain: 30 at most",
  cap_no_route: "No mail route: 20 at most",
  floor: "No sign that it is invalid: at least 50",
  floor_replied: "Replied before: at least 90",
  cap_bounced: "Bounced before: 10 at most",
};
