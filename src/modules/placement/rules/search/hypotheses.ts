import { effective, type Factors, sizeOf, subsetsOf } from "./factors.ts";

/** How a provider might decide: spam where a mail has at least `bar` of these factors. */
type Hypothesis = { readonly members: Factors; readonly bar: number; readonly prior: number };

/** What is believed possible of a mail with certain factors, and what each of it would do. */
export type Possible = {
  /** Every version that differs from the others. */
  readonly versions: readonly Factors[];
  readonly placeOf: ReadonlyMap<Factors, number>;
  readonly priors: readonly number[];
  /** By hypothesis: 1 for each of `versions` that it junks. */
  readonly junks: readonly Uint8Array[];
  /** Sets to leave out, smallest first. */
  readonly cuts: readonly Factors[];
  /** By hypothesis: the `cuts` that cure the mail and hold nothing innocent. */
  readonly cures: readonly (readonly number[])[];
};

/** Places in the list of hypotheses: nothing is junked, and everything is. */
export const JUNKS_NOTHING = 0;
export const JUNKS_EVERYTHING = 1;
const NEVER = 99;

/** Shares of belief before the first mail: rules of one factor, of two, of two of three, three of four and three of five. */
const KINDS = [
  { size: 1, bar: 1, share: 0.3 },
  { size: 2, bar: 2, share: 0.15 },
  { size: 3, bar: 2, share: 0.05 },
  { size: 4, bar: 3, share: 0.05 },
  { size: 5, bar: 3, share: 0.05 },
] as const;
const CLEAN_SHARE = 0.25;
const ALWAYS_SHARE = 0.15;
/** A cause of more factors than this says nothing to anybody. */
const LARGEST_CUT = 4;

const known = new Map<Factors, Possible>();

/** The possible rules about a mail that has these factors. */
export function possibleOf(present: Factors): Possible {
  const made = known.get(present) ?? make(present);
  known.set(present, made);
  return made;
}

function make(present: Factors): Possible {
  const sets = subsetsOf(present);
  const versions = [...new Set(sets.map(effective))].toSorted((a, b) => a - b);
  const hypotheses: Hypothesis[] = [
    { members: 0, bar: NEVER, prior: CLEAN_SHARE },
    { members: 0, bar: 0, prior: ALWAYS_SHARE },
    ...KINDS.flatMap(({ size, bar, share }) => {
      const those = sets.filter((set) => sizeOf(set) === size);
      return those.map((members) => ({ members, bar, prior: share / those.length }));
    }),
  ];
  const junks = ({ members, bar }: Hypothesis, version: Factors): boolean =>
    sizeOf(version & members) >= bar;
  const cuts = sets
    .filter((set) => set !== 0 && sizeOf(set) <= LARGEST_CUT)
    .toSorted((a, b) => sizeOf(a) - sizeOf(b) || a - b);
  return {
    versions,
    placeOf: new Map(versions.map((version, at) => [version, at])),
    priors: hypotheses.map(({ prior }) => prior),
    junks: hypotheses.map((one) =>
      Uint8Array.from(versions, (version) => (junks(one, version) ? 1 : 0)),
    ),
    cuts,
    cures: hypotheses.map((one) =>
      cuts.flatMap((cut, at) =>
        (cut & ~one.members) === 0 && !junks(one, effective(present & ~cut)) ? [at] : [],
      ),
    ),
  };
}
