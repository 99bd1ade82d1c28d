import {
  barOf,
  logEvidence,
  logLikelihood,
  MATTERS,
  RATIOS,
  SAME_BAR,
  shareAgainst,
  type Split,
  type Tally,
  totalOf,
} from "./evidence.ts";
import type { Contest } from "./judge.ts";

/** What is taken for likely about a pair: how many times as good the first is, and how likely that is. */
type Guess = { readonly ratio: number; readonly weight: number };

/** Before anything is seen: one of five pairs is equal, and every difference is as common as another. */
const USUAL: readonly Guess[] = [
  { ratio: 1, weight: 0.2 },
  ...[...RATIOS, ...RATIOS.map((ratio) => 1 / ratio)].map((ratio) => ({
    ratio,
    weight: 0.4 / RATIOS.length,
  })),
];

/** Of the hits of a pair, the first's part, where it is `ratio` times as good and has `share` of the mails. */
const partOf = (ratio: number, share: number): number =>
  (share * ratio) / (1 + share * (ratio - 1));

/** What one hit of a pair adds on average to the log of the evidence for a ratio. */
const growth = (part: number, share: number, ratio: number): number =>
  part * Math.log(ratio) - Math.log1p(share * (ratio - 1));

/**
 * Mails that it takes to tell a variant from another that is so many times as good, of all variants
 * together. `rate`: hits of a mail of the worse one.
 */
export function mailsToTell(split: Split, rate: number, ratio: number): number {
  const arms = Object.keys(split).filter((label) => (split[label] ?? 0) > 0);
  const all = arms.reduce((sum, label) => sum + (split[label] ?? 0), 0);
  const bar = barOf(arms.length);
  const each = arms.map((best) => {
    const against = arms
      .filter((other) => other !== best)
      .map((other) => {
        const share = shareAgainst(split, best, other) ?? 0.5;
        const hits = bar / growth(partOf(ratio, share), share, ratio);
        const hitsOfMail = rate * (share * ratio + 1 - share);
        return (hits / hitsOfMail) * (all / ((split[best] ?? 0) + (split[other] ?? 0)));
      });
    return Math.max(...against);
  });
  return each.reduce((sum, mails) => sum + mails, 0) / each.length;
}

/**
 * About how many more mails the contest needs to its end, be it a winner or "no difference", with the
 * split that is in force. Null where nothing competes. `usualRate`: what is expected before any hit.
 */
export function mailsNeeded(contest: Contest, split: Split, usualRate: number): number | null {
  const { arms, live, tallies } = contest;
  const competing = live.filter((label) => (split[label] ?? 0) > 0);
  const all = Object.values(split).reduce((sum, weight) => sum + weight, 0);
  const [leader, ...others] = competing.toSorted(
    (a, b) => rateOf(tallies, b, usualRate) - rateOf(tallies, a, usualRate),
  );
  if (leader === undefined || others.length === 0) return null;
  const bar = barOf(arms.length);
  const each = others.map((other) => {
    const share = shareAgainst(split, leader, other) ?? 0.5;
    const hits = hitsNeeded(tallies, [leader, other], share, bar);
    const hitsOfMail =
      share * rateOf(tallies, leader, usualRate) + (1 - share) * rateOf(tallies, other, usualRate);
    return (hits / hitsOfMail) * (all / ((split[leader] ?? 0) + (split[other] ?? 0)));
  });
  // Those who are beaten leave their mails to the others, so the last takes less than it would alone.
  return each.reduce((sum, mails) => sum + mails, 0) / each.length;
}

/** Hits of a mail: what was seen, and a little of what is usual, so that none is not never. */
function rateOf(tallies: readonly Tally[], label: string, usualRate: number): number {
  const { mails, hits } = totalOf(tallies, label);
  return (hits + 1) / (mails + 1 / usualRate);
}

/** More hits of a pair until one of both is proven to be better, or neither: the middle of what is likely. */
function hitsNeeded(
  tallies: readonly Tally[],
  [one, other]: readonly [string, string],
  share: number,
  bar: number,
): number {
  const left = {
    one: bar - logEvidence(tallies, one, other),
    other: bar - logEvidence(tallies, other, one),
    oneMatters: SAME_BAR + logLikelihood(tallies, one, other, MATTERS),
    otherMatters: SAME_BAR + logLikelihood(tallies, other, one, MATTERS),
  };
  const likely = guessesOf(tallies, one, other).map(({ ratio, weight }) => ({
    weight,
    hits: hitsAt(ratio, share, left),
  }));
  return middleOf(likely);
}

type Left = Readonly<Record<"one" | "other" | "oneMatters" | "otherMatters", number>>;

/** Hits to the end of it, if the first is so many times as good. */
function hitsAt(ratio: number, share: number, left: Left): number {
  const part = partOf(ratio, share);
  const wins = Math.min(
    ...RATIOS.flatMap((each) => [
      passes(left.one, part, share, each, 1),
      passes(left.other, 1 - part, 1 - share, each, 1),
    ]),
  );
  const same = Math.max(
    passes(left.oneMatters, part, share, MATTERS, -1),
    passes(left.otherMatters, 1 - part, 1 - share, MATTERS, -1),
  );
  return Math.max(1, Math.min(wins, same));
}

/**
 * Hits until a log likelihood has gone `way` for so far: the median of a walk with a drift (inverse
 * Gaussian, by Pearson's rule), which is less than its mean, since chance brings many there early.
 */
function passes(left: number, part: number, share: number, ratio: number, way: 1 | -1): number {
  if (left <= 0) return 0;
  const drift = way * growth(part, share, ratio);
  if (drift <= 0) return Infinity;
  const shape = (left * drift) / (part * (1 - part) * Math.log(ratio) ** 2);
  const mode = Math.sqrt(1 + 9 / (4 * shape ** 2)) - 3 / (2 * shape);
  return (left / drift) * ((2 + mode) / 3);
}

/** How likely each ratio is by what came in. */
function guessesOf(tallies: readonly Tally[], one: string, other: string): Guess[] {
  const logs = USUAL.map(({ ratio }) =>
    ratio >= 1
      ? logLikelihood(tallies, one, other, ratio)
      : logLikelihood(tallies, other, one, 1 / ratio),
  );
  const most = Math.max(...logs);
  return USUAL.map(({ ratio, weight }, i) => ({
    ratio,
    weight: weight * Math.exp((logs[i] ?? 0) - most),
  }));
}

/** The value that half of the weight lies below. */
function middleOf(values: readonly { readonly weight: number; readonly hits: number }[]): number {
  const sorted = values.toSorted((a, b) => a.hits - b.hits);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let sum = 0;
  for (const { weight, hits } of sorted) {
    sum += weight;
    if (sum >= half) return hits;
  }
  return sorted.at(-1)?.hits ?? Infinity;
}
