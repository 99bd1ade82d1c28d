import type { Validation, ValidationStatus } from "./validation.ts";

/** Why an address is not simply good, as codes of a file or an API; in the order of their weight. */
export const REASONS = [
  "no_address",
  "unreadable_row",
  "bounced_before",
  "disposable",
  "domain_unknown",
  "domain_accepts_no_mail",
  "no_mail_route",
  "likely_typo",
  "unattended",
  "role_address",
  "forwarding_service",
  "no_mx",
  "dns_unknown",
  "unusual_syntax",
  "replied_before",
] as const;
/** Of wrong syntax the code says what is wrong with it. */
export type Reason = (typeof REASONS)[number] | `syntax_${string}`;

/** The result of an address without its full breakdown. */
export type ShortResult = {
  readonly verdict: ValidationStatus;
  readonly score: number;
  readonly reasons: readonly Reason[];
  readonly suggestion: string | null;
};

const ROUTES: Readonly<Partial<Record<Validation["mx"]["state"], Reason>>> = {
  nxdomain: "domain_unknown",
  null_mx: "domain_accepts_no_mail",
  none: "no_mail_route",
  address_only: "no_mx",
  temporary: "dns_unknown",
};

/** What of a breakdown leads to the reasons. */
type Scored = Pick<
  Validation,
  "score" | "status" | "disposable" | "role" | "relay" | "suggestion" | "history"
> & {
  readonly mx: Pick<Validation["mx"], "state">;
  readonly syntax: {
    readonly ok: boolean;
    readonly form: string;
    readonly reason: string | null;
  };
};

/** The verdict of an address with what led to it; none of the reasons holds for a plain good one. */
export function shortResult(found: Scored): ShortResult {
  const { syntax, mx, role, history } = found;
  const reasons = new Set<Reason>();
  if (history.bounced) reasons.add("bounced_before");
  if (!syntax.ok) reasons.add(syntax.reason === null ? "syntax_no_at" : `syntax_${syntax.reason}`);
  else {
    const route = ROUTES[mx.state];
    if (found.disposable.hit) reasons.add("disposable");
    if (route !== undefined) reasons.add(route);
    if (found.suggestion !== null) reasons.add("likely_typo");
    if (role.hit) reasons.add(role.class === "unattended" ? "unattended" : "role_address");
    if (found.relay) reasons.add("forwarding_service");
    if (syntax.form !== "mailbox") reasons.add("unusual_syntax");
    if (history.replied) reasons.add("replied_before");
  }
  const rank = (reason: Reason): number => REASONS.findIndex((known) => known === reason);
  return {
    verdict: found.status,
    score: found.score,
    reasons: [...reasons].toSorted((a, b) => rank(a) - rank(b)),
    suggestion: found.suggestion,
  };
}
