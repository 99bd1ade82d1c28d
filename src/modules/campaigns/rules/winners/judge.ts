import {
  barOf,
  logEvidence,
  logLikelihood,
  MATTERS,
  SAME_BAR,
  type Tally,
  totalOf,
} from "./evidence.ts";

/** Fewer mails of a variant decide nothing, so that nobody reads a verdict off a handful. */
export const LEAST_MAILS = 30;

export type Contest = {
  /** The variants that began it. Their number sets the bar to the end. */
  readonly arms: readonly string[];
  /** Those that are still in it. */
  readonly live: readonly string[];
  readonly tallies: readonly Tally[];
};

export type Verdict =
  | { readonly kind: "winner"; readonly label: string }
  /** No variant is so much better than another that it matters. */
  | { readonly kind: "no_difference" }
  | { readonly kind: "undecided" };

export type Judged = {
  readonly verdict: Verdict;
  /** Of those in it: whom another beats beyond doubt. */
  readonly losers: readonly string[];
};

const UNDECIDED: Judged = { verdict: { kind: "undecided" }, losers: [] };

/**
 * What a contest has come to. A variant that another beats at the bar is out; who is left alone wins.
 * With a look after every mail, at most 5 of 100 contests of equal variants have a winner.
 */
export function judgeContest({ arms, live, tallies }: Contest): Judged {
  if (live.length < 2) return UNDECIDED;
  if (live.some((label) => totalOf(tallies, label).mails < LEAST_MAILS)) return UNDECIDED;
  const bar = barOf(arms.length);
  const losers = live.filter((label) =>
    live.some((other) => other !== label && logEvidence(tallies, other, label) >= bar),
  );
  const left = live.filter((label) => !losers.includes(label));
  const [winner, ...others] = left;
  if (winner === undefined) return UNDECIDED;
  if (others.length === 0) return { verdict: { kind: "winner", label: winner }, losers };
  return { verdict: { kind: isSame(tallies, left) ? "no_difference" : "undecided" }, losers };
}

/** Whether it is ruled out, for every pair and both ways, that one is so much better that it matters. */
function isSame(tallies: readonly Tally[], live: readonly string[]): boolean {
  return live.every((one) =>
    live.every(
      (other) => other === one || logLikelihood(tallies, one, other, MATTERS) <= -SAME_BAR,
    ),
  );
}

/** How far the evidence for a variant has come on its way to the bar against all others in it, 0 to 1. */
export function progressOf({ arms, live, tallies }: Contest, label: string): number {
  if (!live.includes(label) || live.length < 2) return 0;
  const least = Math.min(
    ...live.filter((one) => one !== label).map((one) => logEvidence(tallies, label, one)),
  );
  return Math.min(1, Math.max(0, least / barOf(arms.length)));
}
