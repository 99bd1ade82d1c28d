/** Weights in force when a mail left, by variant. */
export type Split = Readonly<Record<string, number>>;

/** Mails of one variant whose window is over, and those of them that had a hit in it. */
export type ArmTally = { readonly mails: number; readonly hits: number };

/** What came of the mails that left under one split. */
export type Tally = {
  readonly split: Split;
  readonly arms: Readonly<Record<string, ArmTally>>;
};

/** How many times as good a variant may be: the evidence is the mean over all of them. */
export const RATIOS = [1.15, 1.3, 1.5, 1.75, 2, 2.5, 3, 4] as const;
const LOGS = RATIOS.map(Math.log);

/** A variant wins by mistake in at most so many contests, however often one looks. */
const ALPHA = 0.05;

/** What the log of the evidence must reach against each other variant of so many. */
export const barOf = (variants: number): number => Math.log(variants / ALPHA);

/** Less than this many times as good does not matter. */
export const MATTERS = 1.5;
/** How much less likely "so much better" than "equal" must be before it is ruled out. */
export const SAME_BAR = Math.log(10);

/** The part of a variant's mails among its own and another's; null where the two did not compete. */
export function shareAgainst(split: Split, one: string, other: string): number | null {
  const [own, its] = [split[one] ?? 0, split[other] ?? 0];
  return own > 0 && its > 0 ? own / (own + its) : null;
}

/**
 * How much more likely the hits are if `one` is `ratio` times as good as `other` than if both are
 * equal, as a log. Only hits count: of a hit of either, chance alone gives `one` its part of the mails
 * of that split.
 */
export function logLikelihood(
  tallies: readonly Tally[],
  one: string,
  other: string,
  ratio: number,
): number {
  const log = Math.log(ratio);
  let sum = 0;
  for (const { split, arms } of tallies) {
    const share = shareAgainst(split, one, other);
    if (share === null) continue;
    const [own, its] = [arms[one]?.hits ?? 0, arms[other]?.hits ?? 0];
    sum += own * log - (own + its) * Math.log1p(share * (ratio - 1));
  }
  return sum;
}

/**
 * The log of the evidence that `one` is better than `other`. Where it is not, this ever reaches the
 * log of B with a chance of at most 1 in B, however often one looks and however the split changes:
 * each mail is weighed by the split that was in force when it left.
 */
export function logEvidence(tallies: readonly Tally[], one: string, other: string): number {
  const sums = new Float64Array(RATIOS.length);
  for (const { split, arms } of tallies) {
    const share = shareAgainst(split, one, other);
    if (share === null) continue;
    const own = arms[one]?.hits ?? 0;
    const both = own + (arms[other]?.hits ?? 0);
    if (both === 0) continue;
    RATIOS.forEach((ratio, i) => {
      sums[i] = (sums[i] ?? 0) + own * (LOGS[i] ?? 0) - both * Math.log1p(share * (ratio - 1));
    });
  }
  return logMean(sums);
}

/** The log of the mean of what these are the logs of. */
function logMean(logs: Float64Array): number {
  let most = -Infinity;
  for (const log of logs) if (log > most) most = log;
  let sum = 0;
  for (const log of logs) sum += Math.exp(log - most);
  return most + Math.log(sum / logs.length);
}

/** All mails of a variant that count, and their hits. */
export function totalOf(tallies: readonly Tally[], label: string): ArmTally {
  let [mails, hits] = [0, 0];
  for (const { arms } of tallies) {
    mails += arms[label]?.mails ?? 0;
    hits += arms[label]?.hits ?? 0;
  }
  return { mails, hits };
}
