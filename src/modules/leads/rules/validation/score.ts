import { RISKY_SCORE, VALID_SCORE } from "#platform/rules/choices.ts";
import type { LocalFacts } from "./local-facts.ts";
import type { RouteOutcome } from "#platform/rules/dns/route-outcome.ts";
import type { Adjustment, AdjustmentCode, Validation, ValidationStatus } from "./validation.ts";
import type { AvatarState } from "#platform/rules/mail/address-sources.ts";

/** What is known of a lead's address when it is scored. */
export type LeadFacts = {
  readonly local: LocalFacts;
  readonly route: RouteOutcome;
  readonly avatar: AvatarState;
  /** Of this install. An address that bounced and replied counts as bounced: the caller knows which came last. */
  readonly history: { readonly bounced: boolean; readonly replied: boolean };
};

/** A plain mailbox every mail system takes; the other forms many refuse. */
const SYNTAX_POINTS = { mailbox: 20, other: 5 };
const DOMAIN_POINTS = 20;
const PERSON_POINTS = 15;
const ROUTE_POINTS = {
  mx: 35,
  temporary: 20,
  address_only: 15,
  none: 0,
  null_mx: 0,
  nxdomain: 0,
} as const;
const AVATAR_POINTS = 10;

const UNATTENDED = -20;
const LIKELY_TYPO = -40;

const CAPS = {
  cap_role: 75,
  cap_address_only: 75,
  cap_temporary: 75,
  cap_relay: 70,
  cap_disposable: 30,
  cap_no_route: 20,
} as const;
/** Only wrong syntax, a disposable domain, no route or an own hard bounce makes an address invalid. */
const FLOOR = 50;
/** A reply proves a reader, whatever the address looks like. */
const FLOOR_REPLIED = 90;
const CAP_BOUNCED = 10;

const NOTHING = { syntax: 0, domain: 0, person: 0, route: 0, avatar: 0 };

/** The band of a score. */
export function statusOf(score: number): ValidationStatus {
  if (score >= VALID_SCORE) return "valid";
  return score >= RISKY_SCORE ? "risky" : "invalid";
}

/**
 * The score of an address, 0 to 100, with its breakdown: points per step, then deductions, then
 * caps, then floors, and last an own hard bounce. Never below 50 without proof: a DNS outage
 * cannot make an address invalid.
 */
export function scoreLead(facts: LeadFacts): Validation {
  const { local } = facts;
  const points = local.syntax.ok ? pointsOf(facts) : NOTHING;
  const sum = Object.values(points).reduce((total, part) => total + part, 0);
  const adjustments = local.syntax.ok ? adjust(sum, facts) : [];
  const score = adjustments.reduce((total, { delta }) => total + delta, sum);
  return {
    score,
    status: statusOf(score),
    points,
    adjustments,
    syntax: local.syntax,
    disposable: { hit: local.disposable !== null, match: local.disposable },
    role: { hit: local.role !== null, class: local.role },
    free: local.free,
    relay: local.relay,
    mx: facts.route,
    a: { state: local.domain === null ? "not_needed" : ADDRESS_STATES[facts.route.state] },
    avatar: { state: facts.avatar },
    history: facts.history,
    suggestion: local.suggestion,
    listVersion: local.listVersion,
  };
}

const ADDRESS_STATES = {
  mx: "not_needed",
  address_only: "found",
  none: "not_found",
  null_mx: "not_needed",
  nxdomain: "not_needed",
  temporary: "unknown",
} as const;

function pointsOf({ local, route, avatar }: LeadFacts): Validation["points"] {
  return {
    syntax: local.syntax.form === "mailbox" ? SYNTAX_POINTS.mailbox : SYNTAX_POINTS.other,
    domain: local.disposable === null ? DOMAIN_POINTS : 0,
    person: local.role === null ? PERSON_POINTS : 0,
    route: ROUTE_POINTS[route.state],
    avatar: avatar === "found" ? AVATAR_POINTS : 0,
  };
}

/** Everything that moves the sum, in order. Caps in force are named even where they do not bind. */
function adjust(sum: number, { local, route, history }: LeadFacts): readonly Adjustment[] {
  const made: Adjustment[] = [];
  let score = sum;
  const move = (code: AdjustmentCode, to: number, limit: number | null): void => {
    made.push({ code, delta: to - score, limit });
    score = to;
  };
  const deduct = (code: AdjustmentCode, by: number): void =>
    move(code, Math.max(0, score + by), null);
  const cap = (code: keyof typeof CAPS): void =>
    move(code, Math.min(score, CAPS[code]), CAPS[code]);

  const noRoute = ROUTE_POINTS[route.state] === 0;
  if (local.role === "unattended") deduct("unattended", UNATTENDED);
  if (local.suggestion !== null) deduct("likely_typo", LIKELY_TYPO);
  if (local.role !== null) cap("cap_role");
  if (route.state === "address_only") cap("cap_address_only");
  if (route.state === "temporary") cap("cap_temporary");
  if (local.relay) cap("cap_relay");
  if (local.disposable !== null) cap("cap_disposable");
  if (noRoute) cap("cap_no_route");
  if (local.disposable === null && !noRoute) {
    if (score < FLOOR) move("floor", FLOOR, FLOOR);
    if (history.replied && score < FLOOR_REPLIED)
      move("floor_replied", FLOOR_REPLIED, FLOOR_REPLIED);
  }
  if (history.bounced) move("cap_bounced", Math.min(score, CAP_BOUNCED), CAP_BOUNCED);
  return made;
}
