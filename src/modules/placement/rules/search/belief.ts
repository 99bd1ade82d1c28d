import { hash32 } from "#platform/rules/seed.ts";
import { effective, type Factors } from "./factors.ts";
import { JUNKS_EVERYTHING, JUNKS_NOTHING, type Possible, possibleOf } from "./hypotheses.ts";

/** One mail in ten goes where its provider's rule would not put it. */
const NOISE = 0.1;
/** What is believed less is left out. */
const NEGLIGIBLE = 1e-5;
/** Where several mails tell as much, another one is chosen each time. */
const WOBBLE = 0.02;

/** What the mails so far tell about a provider. */
export type Belief = {
  /** Probability that it junks none of these mails, and that it junks whatever comes. */
  readonly clean: number;
  readonly always: number;
  /** The set whose absence most probably cures the mail, all of it guilty; 0 for none. */
  readonly cause: { readonly cut: Factors; readonly sure: number };
  /** The version whose fate is least certain. */
  readonly next: (salt: string) => Factors;
};

/** A mail that arrived somewhere. */
export type Seen = { readonly version: Factors; readonly junk: boolean };

/** Weighs every possible rule by what was seen. */
export function believe(present: Factors, seen: readonly Seen[]): Belief {
  const possible = possibleOf(present);
  const weights = Float64Array.from(possible.priors);
  let alive = possible.priors.map((_, at) => at);
  for (const { version, junk } of seen) alive = learn(possible, weights, alive, version, junk);
  return {
    clean: weights[JUNKS_NOTHING] ?? 0,
    always: weights[JUNKS_EVERYTHING] ?? 0,
    cause: causeOf(possible, weights, alive),
    next: (salt) => leastCertain(possible, weights, alive, salt),
  };
}

function learn(
  { placeOf, junks }: Possible,
  weights: Float64Array,
  alive: readonly number[],
  version: Factors,
  junk: boolean,
): number[] {
  const place = placeOf.get(effective(version)) ?? 0;
  let sum = 0;
  for (const at of alive) {
    const fits = (junks[at]?.[place] === 1) === junk;
    const weight = (weights[at] ?? 0) * (fits ? 1 - NOISE : NOISE);
    weights[at] = weight;
    sum += weight;
  }
  for (const at of alive) weights[at] = (weights[at] ?? 0) / sum;
  return alive.filter(
    (at) => (weights[at] ?? 0) > NEGLIGIBLE || at === JUNKS_NOTHING || at === JUNKS_EVERYTHING,
  );
}

function causeOf(
  { cuts, cures }: Possible,
  weights: Float64Array,
  alive: readonly number[],
): Belief["cause"] {
  const sure = new Float64Array(cuts.length);
  for (const at of alive) {
    for (const cut of cures[at] ?? []) sure[cut] = (sure[cut] ?? 0) + (weights[at] ?? 0);
  }
  let best = 0;
  for (let cut = 1; cut < sure.length; cut++) {
    // The smaller of two that are as sure.
    if ((sure[cut] ?? 0) > (sure[best] ?? 0) + 1e-9) best = cut;
  }
  return { cut: cuts[best] ?? 0, sure: sure[best] ?? 0 };
}

function leastCertain(
  { versions, junks }: Possible,
  weights: Float64Array,
  alive: readonly number[],
  salt: string,
): Factors {
  const lean = new Float64Array(versions.length);
  for (const at of alive) {
    const table = junks[at];
    const weight = weights[at] ?? 0;
    for (let place = 0; place < lean.length; place++) {
      lean[place] = (lean[place] ?? 0) + (table?.[place] === 1 ? weight : -weight);
    }
  }
  let best = 0;
  let least = Infinity;
  for (const [place, version] of versions.entries()) {
    const wobble = (hash32(`${salt}:${version}`) / 2 ** 32) * WOBBLE;
    const distance = Math.abs(lean[place] ?? 0) + wobble;
    if (distance < least) {
      least = distance;
      best = version;
    }
  }
  return best;
}
