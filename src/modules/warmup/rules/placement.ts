import { DAY_MS } from "#platform/rules/time.ts";
import type { RunningState } from "./states.ts";

/** Where a mailbox's warmup mails arrived. */
export type Placement = { readonly inbox: number; readonly spam: number };

/** Rates look back so far. */
export const PLACEMENT_WINDOW_MS = 7 * DAY_MS;
/** Fewer deliveries say nothing. */
export const PLACEMENT_FLOOR = 20;
export const QUARANTINE_MS = 7 * DAY_MS;
export const READY_DAYS = 14;
export const READY_SCORE = 80;

/** Bands of the share that arrives as spam. */
const BANDS = { watch: 0.1, throttled: 0.2, quarantined: 0.4 } as const;

/** The shares of inbox and spam, of 1; null without a delivery. */
export function placementRatesOf({ inbox, spam }: Placement): {
  readonly inboxRate: number | null;
  readonly spamRate: number | null;
} {
  const all = inbox + spam;
  return all === 0
    ? { inboxRate: null, spamRate: null }
    : { inboxRate: inbox / all, spamRate: spam / all };
}

/**
 * What fresh deliveries mean for a running warmup: too much spam slows it down or stops it for a
 * week; what was slowed down goes on with the ramp after a clean sample. Below the floor nothing
 * changes. `ramp` is the state that the ramp would be in.
 */
export function judgePlacement(
  state: RunningState,
  fresh: Placement,
  ramp: "warming" | "maintaining",
): RunningState {
  const sample = fresh.inbox + fresh.spam;
  if (state === "quarantined" || sample < PLACEMENT_FLOOR) return state;
  const share = fresh.spam / sample;
  if (share >= BANDS.quarantined) return "quarantined";
  if (share >= BANDS.throttled) return "throttled";
  return state === "throttled" && share < BANDS.watch ? ramp : state;
}

/** Fewer deliveries of a partner say nothing. */
const SOURCE_FLOOR = 8;
/** With fewer sources, those of partners say nothing. */
const SOURCES_FLOOR = 3;

/**
 * The same where partners of exchanges report, too: from three sources with eight deliveries each on,
 * the median of their shares slows down, so that two liars of four change nothing. Only the install's
 * own evidence stops a mailbox.
 */
export function judgeSources(
  state: RunningState,
  own: Placement,
  exchanges: readonly Placement[],
  ramp: "warming" | "maintaining",
): RunningState {
  const judged = judgePlacement(state, own, ramp);
  if (judged === "quarantined" || state === "quarantined") return judged;
  const shares = [own, ...exchanges]
    .filter(({ inbox, spam }) => inbox + spam >= SOURCE_FLOOR)
    .map(({ inbox, spam }) => spam / (inbox + spam))
    .toSorted((a, b) => a - b);
  if (shares.length < SOURCES_FLOOR) return judged;
  const low = shares[(shares.length - 1) >> 1] ?? 0;
  const share = (low + (shares[shares.length >> 1] ?? low)) / 2;
  if (share >= BANDS.throttled) return "throttled";
  return state === "throttled" ? (share < BANDS.watch ? ramp : state) : state;
}

/**
 * 0 to 100, of warmup's own signals by fixed weights: spam placement takes up to 40
 * (at 40 %), mails that came back up to 40 (at 10 %). Null below the floor of deliveries.
 */
export function warmupScore(placement: Placement, refused: number): number | null {
  const arrived = placement.inbox + placement.spam;
  if (arrived < PLACEMENT_FLOOR) return null;
  const spam = Math.min(1, placement.spam / arrived / 0.4);
  const returned = Math.min(1, refused / (arrived + refused) / 0.1);
  return Math.round(100 - 40 * spam - 40 * returned);
}

/** `days` are those on which it warmed up. */
export const isReady = (days: number, score: number | null): boolean =>
  days >= READY_DAYS && score !== null && score >= READY_SCORE;
