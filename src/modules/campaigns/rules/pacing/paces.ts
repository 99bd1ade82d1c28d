import { type UnixMs, unixMs } from "#platform/rules/ids.ts";
import type { RecipientGroup } from "./group.ts";
import {
  FRESH_PACE,
  leftAt,
  type Pace,
  type PaceDay,
  paceDay,
  paceFreeAt,
  paceKey,
} from "./pace.ts";

/** How sending domains stand with groups of recipients. */
export type Paces = {
  readonly growthPct: number;
  /** By `paceKey`. */
  readonly known: ReadonlyMap<string, Pace>;
  /** Mails of the first day where nothing was sent yet; null: no limit of its own. */
  readonly baseOf: (domain: string, group: RecipientGroup) => number | null;
};

/** A pace as it stands, or as it begins. */
export const paceOf = (paces: Paces, domain: string, group: RecipientGroup): Pace =>
  paces.known.get(paceKey(domain, group)) ?? { ...FRESH_PACE, base: paces.baseOf(domain, group) };

/** What the day of a pace allows; null where nothing paces the mail. */
export function dayOf(
  paces: Paces | null,
  domain: string,
  group: RecipientGroup | null,
  at: UnixMs,
): PaceDay | null {
  if (paces === null || group === null) return null;
  return paceDay(paceOf(paces, domain, group), paces.growthPct, at);
}

/** Mails that may leave now from a sending domain to a group. */
export const paceLeft = (paces: Paces, domain: string, group: RecipientGroup, at: UnixMs): number =>
  leftAt(paceDay(paceOf(paces, domain, group), paces.growthPct, at));

/** Whether any pace lets nothing leave now: more leads have to be looked at then, since those of it are skipped. */
export const isAnySpent = (paces: Paces | null, at: UnixMs): boolean =>
  paces !== null &&
  [...paces.known.values()].some((pace) => leftAt(paceDay(pace, paces.growthPct, at)) === 0);

/**
 * When a mail that its pace keeps back may leave, from the first of these mailboxes that lets it; null:
 * only a change helps.
 */
export function returnsAt(
  paces: Paces,
  group: RecipientGroup,
  senders: readonly { readonly domain: string; readonly freeAt: UnixMs }[],
  at: UnixMs,
): UnixMs | null {
  const moments = senders.flatMap(({ domain, freeAt }) => {
    const paced = paceFreeAt(dayOf(paces, domain, group, at), at);
    return paced === null ? [] : [Math.max(paced, freeAt)];
  });
  return moments.length === 0 ? null : unixMs(Math.min(...moments));
}
