import type { ValidationBreakdown } from "#modules/leads/contract/validation.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { VALIDATION_RETRY_MINUTES } from "#platform/rules/choices.ts";
import type { FoundRoute } from "#platform/rules/dns/route.ts";
import type { LeadId, UnixMs } from "#platform/rules/ids.ts";
import { iso, isoOrNull, later, MINUTE_MS } from "#platform/rules/time.ts";
import type { LocalFacts } from "#modules/leads/rules/validation/local-facts.ts";
import { NO_ROUTE } from "#platform/rules/dns/route-outcome.ts";
import { scoreLead } from "#modules/leads/rules/validation/score.ts";
import type { AvatarState } from "#platform/rules/mail/address-sources.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";

/** An address with what this install saw of it. */
export type AddressAtHand = {
  readonly email: string;
  readonly bouncedAt: UnixMs | null;
  readonly repliedAt: UnixMs | null;
};

/** An address in a line of others, whose ids are distinct and in order. */
export type AddressInLine = AddressAtHand & {
  readonly id: number;
  /** How many times it was validated again because DNS gave no answer. */
  readonly retries: number;
};

/** A lead on its way to its score. */
export type LeadAtHand = AddressInLine & { readonly id: LeadId };

/** What the seven steps found. `route` is null where there was nothing to ask. */
export type Findings = {
  readonly local: LocalFacts;
  readonly route: FoundRoute | null;
  readonly avatar: AvatarState;
};

/** Scores an address; `retry` says when DNS is asked about it again, where that may help. */
export function judge(
  ctx: WorkspaceCtx,
  address: AddressAtHand,
  { local, route, avatar }: Findings,
  retries = 0,
): { breakdown: ValidationBreakdown; retryAt: UnixMs | null } {
  const now = ctx.now();
  const { bouncedAt, repliedAt } = address;
  const repliedLast = repliedAt !== null && (bouncedAt === null || repliedAt > bouncedAt);
  const validation = scoreLead({
    local,
    route: route?.route ?? NO_ROUTE,
    avatar,
    history: { bounced: bouncedAt !== null && !repliedLast, replied: repliedAt !== null },
  });
  const unknown = route?.route.state === "temporary";
  const wait = unknown ? VALIDATION_RETRY_MINUTES[retries] : undefined;
  const retryAt = wait === undefined ? null : later(now, wait * MINUTE_MS);
  return {
    breakdown: {
      ...validation,
      adjustments: [...validation.adjustments],
      mx: { ...validation.mx, hosts: [...validation.mx.hosts] },
      reason: unknown ? "dns_unknown" : null,
      retryAt: isoOrNull(retryAt),
      checkedAt: iso(now),
    },
    retryAt,
  };
}

/**
 * Whether avatars are looked for: a hash of each address goes to another service, so the operator
 * and each workspace (`validation.avatar`) may say no.
 */
export const withAvatars = async (ctx: WorkspaceCtx): Promise<boolean> =>
  ctx.avatars.isOn && (await readSettings(ctx)).validation.avatar;
