import type { Split } from "./evidence.ts";
import {
  CONTROL,
  copyOf,
  splitOf,
  type StepCopy,
  type Variant,
} from "#modules/campaigns/rules/variants.ts";

/** The variants that share the mails at present, and their weights. */
export const weightsOf = (variants: readonly Variant[]): Split =>
  Object.fromEntries(
    splitOf(variants).flatMap(({ label, weight }) => (weight > 0 ? [[label, weight]] : [])),
  );

/** The weights in force where variants compete; null where one has all mails. */
export function contestSplit(variants: readonly Variant[]): Split | null {
  const split = weightsOf(variants);
  return Object.keys(split).length > 1 ? split : null;
}

/** The variants of a step after one has won: it takes everybody. The step's own copy wins by default. */
export const withWinner = (variants: readonly Variant[], winner: string): Variant[] =>
  variants.map((arm) =>
    arm.label === winner ? { ...arm, weight: 100, is_active: true } : { ...arm, is_active: false },
  );

/** The variants of a step after some are out: the others share the mails in the proportion that they had. */
export function withoutLosers(variants: readonly Variant[], losers: readonly string[]): Variant[] {
  const split = weightsOf(variants);
  const left = Object.keys(split).filter((label) => !losers.includes(label));
  const all = left.reduce((sum, label) => sum + (split[label] ?? 0), 0);
  if (all === 0 || left.length === Object.keys(split).length) return [...variants];
  const hasControl = left.includes(CONTROL);
  const percent = (weight: number): number => {
    // Without the step's own copy the weights must leave it nothing, so none is rounded down.
    const share = (100 * weight) / all;
    return Math.min(100, Math.max(1, hasControl ? Math.round(share) : Math.ceil(share)));
  };
  return variants.map((arm) => {
    if (!(arm.label in split)) return arm;
    return losers.includes(arm.label)
      ? { ...arm, is_active: false }
      : { ...arm, weight: percent(split[arm.label] ?? 0) };
  });
}

/** The variants as they stand, with the weights of another time; what is new since keeps its own. */
export const withWeightsOf = (
  variants: readonly Variant[],
  before: readonly Variant[],
): Variant[] =>
  variants.map((arm) => {
    const was = before.find(({ id }) => id === arm.id);
    return was ? { ...arm, weight: was.weight, is_active: was.is_active } : arm;
  });

/**
 * Whether an edit makes the mails before it tell nothing: a variant that competes afterwards has
 * another text than before, or did not compete. Other weights, or one variant less, do not.
 */
export function startsAgain(before: Copies, after: Copies): boolean {
  const split = contestSplit(after.variants);
  if (!split) return false;
  const former = weightsOf(before.variants);
  return Object.keys(split).some(
    (label) => !(label in former) || textOf(before, label) !== textOf(after, label),
  );
}

type Copies = Omit<StepCopy, "id">;

const textOf = (step: Copies, label: string): string => {
  const { subject, bodyHtml, bodyText } = copyOf({ ...step, id: 0 }, label).template;
  return JSON.stringify([subject, bodyHtml, bodyText]);
};
