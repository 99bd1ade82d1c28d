import { unreachable } from "#platform/rules/errors.ts";
import { ALL, type Factors, FACTORS, sizeOf } from "#modules/placement/rules/search/factors.ts";

/** How a made-up provider decides, and which factors it looks at. */
export type HiddenRule = {
  readonly kind: Kind;
  readonly members: Factors;
  readonly junks: (version: Factors) => boolean;
};

/** Shares of the kinds of rules: half of all providers junk nothing. */
const MIX = { none: 0.5, single: 0.2, pair: 0.1, "3 of 5": 0.05, weighted: 0.05, always: 0.1 };
export type Kind = keyof typeof MIX;

/** The same numbers for the same seed, in [0, 1). */
export function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A kind by its share. */
export function drawKind(random: () => number): Kind {
  let point = random();
  // Object.entries forgets the names of the keys.
  for (const [kind, share] of Object.entries(MIX) as [Kind, number][]) {
    if ((point -= share) < 0) return kind;
  }
  return "none";
}

/** A provider's rule of a kind, over factors that the mail has. */
export function drawRule(kind: Kind, random: () => number, present: Factors = ALL): HiddenRule {
  const there = FACTORS.map((_, at) => 1 << at).filter((bit) => (present & bit) !== 0);
  const pick = (size: number): Factors => {
    let members = 0;
    while (sizeOf(members) < Math.min(size, there.length)) {
      members |= there[Math.floor(random() * there.length)] ?? 0;
    }
    return members;
  };
  const of = (members: Factors, junks: HiddenRule["junks"]) => ({ kind, members, junks });
  switch (kind) {
    case "none":
      return of(0, () => false);
    case "always":
      return of(0, () => true);
    case "single": {
      const members = pick(1);
      return of(members, (version) => (version & members) !== 0);
    }
    case "pair": {
      const members = pick(2);
      return of(members, (version) => (version & members) === members);
    }
    case "3 of 5": {
      const members = pick(5);
      return of(members, (version) => sizeOf(version & members) >= 3);
    }
    case "weighted": {
      const members = pick(5);
      const weights = FACTORS.map(() => 1 + Math.floor(random() * 3));
      const sum = (set: Factors) =>
        weights.reduce((all, weight, at) => all + ((set >> at) & 1 ? weight : 0), 0);
      const bar = Math.ceil(sum(members) * 0.6);
      return of(members, (version) => sum(version & members) >= bar);
    }
    default:
      return unreachable(kind);
  }
}
