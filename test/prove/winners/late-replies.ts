import type { Tally } from "#modules/campaigns/rules/winners/evidence.ts";
import { judgeContest } from "#modules/campaigns/rules/winners/judge.ts";
import { normal } from "./chance.ts";
import { oldWinner } from "./old-rule.ts";

const MAILS = 4_000;
const DAYS = 20;
const ARMS = ["control", "A"] as const;

/** Two variants that are equally good in the end, however it looks on the way. */
export type Case = {
  readonly what: string;
  /** The part of A in percent, by day. */
  readonly share: (day: number) => number;
  readonly rate: (day: number) => number;
  /** Median days until a reply, by variant. */
  readonly delay: readonly [number, number];
  readonly windowDays: number;
};

const half = () => 50;
const five = () => 0.05;
export const EQUAL_IN_THE_END: readonly Case[] = [
  { what: "same delay", share: half, rate: five, delay: [1, 1], windowDays: 7 },
  { what: "one answered sooner", share: half, rate: five, delay: [1, 0.2], windowDays: 7 },
  {
    what: "one joins on day 10",
    share: (day) => (day < 10 ? 0 : 50),
    rate: five,
    delay: [2, 2],
    windowDays: 7,
  },
  {
    what: "split 80:20 to 20:80, rate moves",
    share: (day) => (day < 10 ? 20 : 80),
    rate: (day) => 0.05 + 0.03 * Math.cos(day / 3),
    delay: [1, 1],
    windowDays: 7,
  },
];

type Mail = {
  readonly at: number;
  readonly arm: 0 | 1;
  readonly weight: number;
  readonly wait: number;
};

/** Which rule names a winner in one such contest: this one over counted mails, and the one before it. */
export function playLate(draw: () => number, one: Case): { ours: boolean; old: boolean } {
  const mails = Array.from({ length: MAILS }, (_, i): Mail => {
    const at = (i / MAILS) * DAYS;
    const weight = one.share(at);
    const arm = draw() * 100 < weight ? 1 : 0;
    const hit = draw() < one.rate(at);
    return {
      at,
      arm,
      weight,
      wait: hit ? one.delay[arm] * Math.exp(1.2 * normal(draw)) : Infinity,
    };
  });
  return { ours: oursNamesOne(mails, one.windowDays), old: oldNamesOne(mails) };
}

/** Mails count in the order in which they left, once their window is over. */
function oursNamesOne(mails: readonly Mail[], windowDays: number): boolean {
  const bySplit = new Map<
    number,
    { tally: Tally; counts: Record<string, { mails: number; hits: number }> }
  >();
  const tallies: Tally[] = [];
  for (const { arm, weight, wait } of mails) {
    if (weight <= 0 || weight >= 100) continue;
    let own = bySplit.get(weight);
    if (!own) {
      const counts = { control: { mails: 0, hits: 0 }, A: { mails: 0, hits: 0 } };
      own = { tally: { split: { control: 100 - weight, A: weight }, arms: counts }, counts };
      bySplit.set(weight, own);
      tallies.push(own.tally);
    }
    const count = own.counts[ARMS[arm]];
    if (!count) throw new Error("no such variant");
    count.mails += 1;
    if (wait > windowDays) continue;
    count.hits += 1;
    const { verdict } = judgeContest({ arms: ARMS, live: ARMS, tallies });
    if (verdict.kind === "winner") return true;
  }
  return false;
}

/** All replies so far of all mails so far, at every reply. */
function oldNamesOne(mails: readonly Mail[]): boolean {
  const replies = mails
    .filter(({ wait }) => wait < 30)
    .map(({ at, arm, wait }) => ({ at: at + wait, arm }))
    .sort((a, b) => a.at - b.at);
  const sent: [number, number] = [0, 0];
  const hits: [number, number] = [0, 0];
  let next = 0;
  for (const { at, arm } of replies) {
    for (; next < mails.length && (mails[next]?.at ?? Infinity) <= at; next++)
      sent[mails[next]?.arm ?? 0] += 1;
    hits[arm] += 1;
    if (oldWinner(hits[0], sent[0], hits[1], sent[1]) !== null) return true;
  }
  return false;
}
