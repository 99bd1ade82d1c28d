/** How often something happened with an arm's mails. */
export type ArmCount = {
  readonly label: string;
  readonly hits: number;
  /** Mails that it could have happened with. */
  readonly of: number;
};

/** Mails that every arm has to have had: fewer tell nothing about shares of a few percent. */
export const LEAST_MAILS = 100;
/** Hits that chance should give each arm, below which the normal approximation does not hold. */
const LEAST_EXPECTED = 5;
/** A difference that chance alone makes more often than this is none. */
const CHANCE = 0.05;
/** Standard deviations around 95 of 100 cases. */
const Z_95 = 1.959964;

export type ArmsCompared =
  /** Some arm has had too few mails; `least` is the smallest. */
  | { readonly verdict: "few_mails"; readonly least: ArmCount }
  /** So few hits altogether that a difference would be noise. */
  | { readonly verdict: "few_hits" }
  /** The best arm, and how often chance alone would set it apart so far, from 0 to 1. */
  | {
      readonly verdict: "better" | "unclear";
      readonly best: ArmCount;
      readonly next: ArmCount;
      readonly chance: number;
    };

/**
 * Whether an arm of a step does better than every other one: a two-proportion z-test of the best
 * against each, two-sided, corrected for the number of arms. It judges what has come in so far; two
 * arms at least.
 */
export function compareArms(arms: readonly ArmCount[]): ArmsCompared {
  const [best, ...others] = ranked(arms);
  const [next] = others;
  if (!best || !next) throw new RangeError("two arms are needed to compare");
  const least = arms.reduce((a, b) => (b.of < a.of ? b : a));
  if (least.of < LEAST_MAILS) return { verdict: "few_mails", least };
  const all = arms.reduce((sum, arm) => sum + arm.hits, 0);
  const mails = arms.reduce((sum, arm) => sum + arm.of, 0);
  const expected = (all / mails) * least.of;
  const missing = (1 - all / mails) * least.of;
  if (Math.min(expected, missing) < LEAST_EXPECTED) return { verdict: "few_hits" };
  const chances = others.map((other) => chanceOf(best, other));
  const chance = Math.min(1, Math.max(...chances) * others.length);
  return { verdict: chance < CHANCE ? "better" : "unclear", best, next, chance };
}

/** Where the true share lies in 95 of 100 such cases (Wilson's interval); null without mails. */
export function shareRange({
  hits,
  of,
}: Omit<ArmCount, "label">): { low: number; high: number } | null {
  if (of === 0) return null;
  const share = hits / of;
  const z2 = Z_95 ** 2 / of;
  const middle = share + z2 / 2;
  const spread = Z_95 * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of));
  return {
    low: Math.max(0, (middle - spread) / (1 + z2)),
    high: Math.min(1, (middle + spread) / (1 + z2)),
  };
}

/** The best arm first; of equals the one with more mails. */
export const ranked = (arms: readonly ArmCount[]): ArmCount[] =>
  arms.toSorted((a, b) => shareOf(b) - shareOf(a) || b.of - a.of);

/** Of an arm's mails, 0 to 1; 0 without any. */
export const shareOf = ({ hits, of }: ArmCount): number => (of === 0 ? 0 : hits / of);

/** How often chance alone makes two shares differ at least so far. */
function chanceOf(a: ArmCount, b: ArmCount): number {
  const pooled = (a.hits + b.hits) / (a.of + b.of);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / a.of + 1 / b.of));
  return error === 0 ? 1 : twoTails(Math.abs(shareOf(a) - shareOf(b)) / error);
}

/** Area of both tails of the normal curve beyond `z`, to six places (Abramowitz and Stegun 7.1.26). */
function twoTails(z: number): number {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const poly =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return poly * Math.exp(-x * x);
}
