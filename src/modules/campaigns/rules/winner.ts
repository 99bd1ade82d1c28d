import { type ArmCount, compareArms, ranked, shareOf } from "./compare-arms.ts";
import { splitOf, type Variant } from "./variants.ts";

/** Fewer mails of an arm say nothing. */
const MIN_MAILS = 30;

export const CONFIDENCES = ["none", "low", "medium", "high"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

export type Leader = {
  readonly label: string;
  /** Of what it was counted in, 0 to 1. */
  readonly share: number;
  /**
   * `none` while the leader has fewer than 30 mails or nobody has answered; `low` while another arm
   * has fewer; `medium` from 30 of each on; `high` where the difference is more than chance.
   */
  readonly confidence: Confidence;
};

/** The arm of a step that does best. Null where nothing competes. */
export function leaderOf(arms: readonly ArmCount[]): Leader | null {
  const [first, second] = ranked(arms);
  if (!first || !second) return null;
  const leader = (confidence: Confidence): Leader => ({
    label: first.label,
    share: shareOf(first),
    confidence,
  });
  if (first.of < MIN_MAILS || first.hits === 0) return leader("none");
  if (arms.some((arm) => arm.of < MIN_MAILS)) return leader("low");
  return leader(compareArms(arms).verdict === "better" ? "high" : "medium");
}

/** The arms that compete at present: those with a share. */
export const competing = (variants: readonly Variant[]): string[] =>
  splitOf(variants).flatMap(({ label, weight }) => (weight > 0 ? [label] : []));

/** The arms of a step after one has won: it takes everybody. The step's own copy wins by default. */
export const withWinner = (variants: readonly Variant[], winner: string): Variant[] =>
  variants.map((arm) =>
    arm.label === winner ? { ...arm, weight: 100, is_active: true } : { ...arm, is_active: false },
  );
