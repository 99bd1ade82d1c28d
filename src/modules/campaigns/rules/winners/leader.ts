import { type ArmTally } from "./evidence.ts";
import { LEAST_MAILS } from "./judge.ts";

export const CONFIDENCES = ["none", "low", "medium", "high"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

export type ArmCount = ArmTally & { readonly label: string };

export type Leader = {
  readonly label: string;
  /** Of the mails that it was counted in, 0 to 1. */
  readonly share: number;
  /**
   * `none` while the leader has fewer than 30 mails or nobody has answered; `low` while another variant
   * has fewer; `medium` from 30 of each on; `high` where it won its contest.
   */
  readonly confidence: Confidence;
};

/** The variant of a step that does best so far, which proves nothing. Null where nothing competes. */
export function leaderOf(arms: readonly ArmCount[], winner: string | null): Leader | null {
  const [first, second] = arms.toSorted((a, b) => shareOf(b) - shareOf(a) || b.mails - a.mails);
  if (!first || !second) return null;
  const leader = (confidence: Confidence): Leader => ({
    label: first.label,
    share: shareOf(first),
    confidence,
  });
  if (first.mails < LEAST_MAILS || first.hits === 0) return leader("none");
  if (arms.some((arm) => arm.mails < LEAST_MAILS)) return leader("low");
  return leader(winner === first.label ? "high" : "medium");
}

/** Of a variant's mails, 0 to 1; 0 without any. */
export const shareOf = ({ hits, mails }: ArmTally): number => (mails === 0 ? 0 : hits / mails);

/** Standard deviations around 95 of 100 cases. */
const Z_95 = 1.959964;

/** Where the true share lies in 95 of 100 such cases (Wilson's interval); null without mails. */
export function shareRange({ hits, mails }: ArmTally): { low: number; high: number } | null {
  if (mails === 0) return null;
  const share = hits / mails;
  const z2 = Z_95 ** 2 / mails;
  const middle = share + z2 / 2;
  const spread = Z_95 * Math.sqrt((share * (1 - share)) / mails + z2 / (4 * mails));
  return {
    low: Math.max(0, (middle - spread) / (1 + z2)),
    high: Math.min(1, (middle + spread) / (1 + z2)),
  };
}
