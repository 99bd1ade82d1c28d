import type { Tally } from "#modules/campaigns/rules/winners/evidence.ts";
import { judgeContest, LEAST_MAILS } from "#modules/campaigns/rules/winners/judge.ts";
import { mailsNeeded } from "#modules/campaigns/rules/winners/needed.ts";
import { oldWinner } from "./old-rule.ts";

const LABELS = ["control", "A", "B", "C", "D", "E"] as const;

export type Ended = {
  /** Index of the variant that won; null: none did. */
  readonly winner: number | null;
  readonly isSame: boolean;
  /** Mails until the end of it; Infinity where it stayed open. */
  readonly mails: number;
  /** What was estimated at each mark, where it was still open. */
  readonly estimates: ReadonlyMap<number, number>;
};

type Mutable = Record<string, { mails: number; hits: number }>;

/**
 * One contest of variants with these rates, an even split, and a look after every mail: the verdict
 * can only change with a hit, or with the last of the least mails that each needs. Those who are
 * beaten get no more mails.
 */
export function playContest(
  draw: () => number,
  rates: readonly number[],
  most: number,
  how: {
    /** Goes on behind "no difference", so that it protects nobody from a false winner. */
    readonly toTheEnd?: boolean;
    readonly marks?: readonly number[];
  } = {},
): Ended {
  const arms = LABELS.slice(0, rates.length);
  const counts: Mutable = Object.fromEntries(arms.map((label) => [label, { mails: 0, hits: 0 }]));
  const split = (live: readonly string[]) => Object.fromEntries(live.map((label) => [label, 1]));
  const tallies: Tally[] = [{ split: split(arms), arms: counts }];
  let live: string[] = [...arms];
  const estimates = new Map<number, number>();
  for (let sent = 1; sent <= most; sent++) {
    const label = live[Math.floor(draw() * live.length)] ?? "";
    const own = counts[label];
    if (!own) throw new Error(`no variant ${label}`);
    own.mails += 1;
    const isHit = draw() < (rates[arms.indexOf(label as (typeof LABELS)[number])] ?? 0);
    if (isHit) own.hits += 1;
    if (how.marks?.includes(sent) === true) {
      const needed = mailsNeeded({ arms, live, tallies }, split(live), 0.03);
      if (needed !== null) estimates.set(sent, needed);
    }
    if (!isHit && own.mails !== LEAST_MAILS) continue;
    const { verdict, losers } = judgeContest({ arms, live, tallies });
    if (verdict.kind === "winner") {
      const winner = arms.indexOf(verdict.label as (typeof LABELS)[number]);
      return { winner, isSame: false, mails: sent, estimates };
    }
    if (verdict.kind === "no_difference" && how.toTheEnd !== true)
      return { winner: null, isSame: true, mails: sent, estimates };
    if (losers.length > 0) live = live.filter((one) => !losers.includes(one));
  }
  return { winner: null, isSame: false, mails: Infinity, estimates };
}

/** Whether the rule before this one named a winner among two equal variants, with a look after every mail. */
export function oldRuleNamesOne(draw: () => number, rate: number, most: number): boolean {
  const [hits, mails] = [
    [0, 0],
    [0, 0],
  ] as [[number, number], [number, number]];
  for (let sent = 0; sent < most; sent++) {
    const arm = draw() < 0.5 ? 0 : 1;
    mails[arm] += 1;
    if (draw() < rate) hits[arm] += 1;
    if (oldWinner(hits[0], mails[0], hits[1], mails[1]) !== null) return true;
  }
  return false;
}
