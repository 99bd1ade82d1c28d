import type { ValidationBreakdown } from "#modules/leads/contract/validation.ts";
import { t } from "#dashboard/words/words.ts";
import { SYNTAX_WORDS } from "./syntax-words.ts";

/** What a score means, within a sentence. */
export const VERDICTS: Readonly<Record<ValidationBreakdown["status"], string>> = {
  valid: t("valid"),
  risky: t("risky"),
  invalid: t("invalid"),
};

/** The five checks of a score, each with what it found and its points of how many. */
export function checksOf(found: ValidationBreakdown) {
  const { points } = found;
  return [
    { name: t("Syntax"), says: syntaxOf(found), points: points.syntax, of: 20 },
    { name: t("Domain"), says: domainOf(found), points: points.domain, of: 20 },
    { name: t("Person"), says: personOf(found), points: points.person, of: 15 },
    { name: t("Mail route"), says: routeOf(found), points: points.route, of: 35 },
    { name: t("Avatar"), says: AVATARS[found.avatar.state], points: points.avatar, of: 10 },
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
  if (found.history.bounced) return t("Bounced before");
  if (!found.syntax.ok) return t("Invalid address");
  if (found.disposable.hit) return t("Disposable");
  if (found.suggestion)
    return t("Typo? {domain}", { domain: found.suggestion.split("@")[1] ?? "" });
  if (found.mx.state !== "mx") return routeOf(found);
  if (found.role.hit)
    return found.role.class === "unattended" ? t("Unattended address") : t("Role address");
  if (found.history.replied) return t("Replied before");
  return found.free ? t("Free provider") : t("MX found");
}

const syntaxOf = ({ syntax }: ValidationBreakdown): string =>
  syntax.ok
    ? syntax.form === "mailbox"
      ? t("a plain mailbox name")
      : t("a format that many servers reject")
    : syntax.reason === null
      ? t("not an address")
      : (SYNTAX_WORDS[syntax.reason] ?? syntax.reason.replaceAll("_", " "));

function domainOf({ disposable: { hit, match } }: ValidationBreakdown): string {
  if (!hit) return t("not disposable");
  return match === null ? t("disposable: listed") : t("disposable: {match}", { match });
}

const personOf = ({ role, free }: ValidationBreakdown): string =>
  role.hit
    ? role.class === "unattended"
      ? t("an unattended address")
      : t("a role address")
    : free
      ? t("not a role address; free provider")
      : t("not a role address");

function routeOf({ mx }: ValidationBreakdown): string {
  switch (mx.state) {
    case "mx": {
      const hosts = t("{hosts, plural, one {# MX host} other {# MX hosts}}", {
        hosts: mx.hosts.length,
      });
      return mx.provider ? `${hosts}, ${mx.provider}` : hosts;
    }
    case "address_only":
      return t("No MX, only an A record");
    case "none":
      return t("No mail route");
    case "null_mx":
      return t("The domain accepts no email");
    case "nxdomain":
      return t("The domain does not exist");
    case "temporary":
      return t("DNS did not respond");
  }
}

const AVATARS: Record<ValidationBreakdown["avatar"]["state"], string> = {
  found: t("found"),
  not_found: t("none; does not lower the score"),
  unknown: t("the service did not respond"),
  off: t("turned off"),
};

const ADJUSTMENTS: Readonly<Record<string, string>> = {
  unattended: t("Unattended address"),
  likely_typo: t("Likely typo"),
  cap_role: t("Role address: 75 at most"),
  cap_address_only: t("No MX: 75 at most"),
  cap_temporary: t("No DNS response: 75 at most"),
  cap_relay: t("Forwarding service: 70 at most"),
  cap_disposable: t("Disposable domain: 30 at most"),
  cap_no_route: t("No mail route: 20 at most"),
  floor: t("No sign that it is invalid: at least 50"),
  floor_replied: t("Replied before: at least 90"),
  cap_bounced: t("Bounced before: 10 at most"),
};
