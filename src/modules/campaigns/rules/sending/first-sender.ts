import type { MatchedProvider } from "#modules/mailboxes/rules/provider.ts";
import { type PaceDay, paceFreeAt } from "#modules/campaigns/rules/pacing/pace.ts";
import { type UnixMs, unixMs } from "#platform/rules/ids.ts";

/** A mailbox that may write to a lead, and when it may send again. */
export type Sender = {
  readonly provider: MatchedProvider | null;
  readonly limit: number;
  readonly used: number;
  /** When a day that is used up begins again. */
  readonly refillsAt: UnixMs;
  /** Its gap ends. */
  readonly freeAt: UnixMs;
  /** What its domain may send to the lead's provider today; null: any number. */
  readonly pace: PaceDay | null;
};

/**
 * The mailbox that can send first; where one of the recipient's provider is waited for until then,
 * the first of those that are free by then.
 */
export function firstSender<S extends Sender>(
  able: readonly S[],
  awaited: { readonly provider: MatchedProvider; readonly until: UnixMs } | null,
): S | null {
  const matches = able.filter(
    (one) =>
      awaited !== null &&
      one.provider === awaited.provider &&
      one.used < one.limit &&
      pacedFrom(one, one.freeAt) <= awaited.until,
  );
  return (matches.length > 0 ? matches : able).reduce<S | null>(
    (best, one) => (best === null || sendsFrom(one) < sendsFrom(best) ? one : best),
    null,
  );
}

const sendsFrom = (one: Sender): number => {
  const { used, limit, refillsAt, freeAt } = one;
  return pacedFrom(one, used >= limit ? unixMs(Math.max(refillsAt, freeAt)) : freeAt);
};

/** When its pace lets it send that could from `at` on. */
const pacedFrom = ({ pace }: Sender, at: UnixMs): number => {
  const paced = paceFreeAt(pace, at);
  return paced === null ? Infinity : Math.max(paced, at);
};
