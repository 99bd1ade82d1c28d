import type { ArmTally, Tally } from "./evidence.ts";

const add = (a: ArmTally | undefined, b: ArmTally | undefined): ArmTally => ({
  mails: (a?.mails ?? 0) + (b?.mails ?? 0),
  hits: (a?.hits ?? 0) + (b?.hits ?? 0),
});

/** Counts of mails together with those of later ones, split by split. */
export function mergeTallies(counted: readonly Tally[], more: readonly Tally[]): Tally[] {
  const bySplit = new Map<string, Tally>();
  for (const tally of [...counted, ...more]) {
    const key = JSON.stringify(tally.split);
    const known = bySplit.get(key);
    const labels = new Set([...Object.keys(known?.arms ?? {}), ...Object.keys(tally.arms)]);
    const arms = Object.fromEntries(
      [...labels].map((label) => [label, add(known?.arms[label], tally.arms[label])]),
    );
    bySplit.set(key, { split: tally.split, arms });
  }
  return [...bySplit.values()];
}
