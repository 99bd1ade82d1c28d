import type { AvatarState, RoleClass } from "#platform/rules/mail/address-sources.ts";
import type { SyntaxFacts } from "./local-facts.ts";
import type { RouteOutcome } from "#platform/rules/dns/route-outcome.ts";

export const VALIDATION_STATUSES = ["valid", "risky", "invalid"] as const;
export type ValidationStatus = (typeof VALIDATION_STATUSES)[number];

export type AdjustmentCode =
  | "unattended"
  | "likely_typo"
  | "cap_role"
  | "cap_address_only"
  | "cap_temporary"
  | "cap_relay"
  | "cap_disposable"
  | "cap_no_route"
  | "floor"
  | "floor_replied"
  | "cap_bounced";

/**
 * One change after the sum of the points, in the order of application. `delta` is what it moved the
 * score by; 0 when a limit was in force and did not bind. `limit` is the cap or floor.
 */
export type Adjustment = {
  readonly code: AdjustmentCode;
  readonly delta: number;
  readonly limit: number | null;
};

/** The score of an address with everything that led to it: points and deltas sum to the score. */
export type Validation = {
  /** 0 to 100. */
  readonly score: number;
  readonly status: ValidationStatus;
  readonly points: {
    readonly syntax: number;
    readonly domain: number;
    readonly person: number;
    readonly route: number;
    readonly avatar: number;
  };
  readonly adjustments: readonly Adjustment[];
  readonly syntax: SyntaxFacts;
  readonly disposable: { readonly hit: boolean; readonly match: string | null };
  readonly role: { readonly hit: boolean; readonly class: RoleClass | null };
  readonly free: boolean;
  readonly relay: boolean;
  readonly mx: RouteOutcome;
  /** The fallback of step 6: `not_needed` where MX decided. */
  readonly a: { readonly state: "found" | "not_found" | "unknown" | "not_needed" };
  readonly avatar: { readonly state: AvatarState };
  /** What this install saw itself. */
  readonly history: { readonly bounced: boolean; readonly replied: boolean };
  readonly suggestion: string | null;
  readonly listVersion: string;
};
