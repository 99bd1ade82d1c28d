import { effective, type Factors } from "#modules/placement/rules/search/factors.ts";
import type { SearchAnswer } from "#modules/placement/rules/search/next-step.ts";
import type { HiddenRule } from "./rules.ts";

/** What became of many searches, by what they should have found. */
export function tallyOf() {
  const count = { caused: 0, named: 0, accused: 0, plain: 0, told: 0, all: 0 };
  const spent: number[] = [];
  return {
    /** A provider whose search has ended. */
    add(rule: HiddenRule, whole: Factors, found: { answer: SearchAnswer; cause: Factors }): void {
      count.all++;
      const isWrong = (found.cause & ~rule.members) !== 0;
      if (isWrong) count.accused++;
      if (rule.members === 0) {
        count.plain++;
        const right = rule.kind === "none" ? "not_junked" : "not_content";
        if (found.answer === right) count.told++;
        return;
      }
      count.caused++;
      const cures = found.cause !== 0 && !rule.junks(effective(whole & ~found.cause));
      if (cures && !isWrong) count.named++;
    },
    /** The mails of one experiment. */
    spend: (mails: number) => void spent.push(mails),
    figures() {
      const sorted = spent.toSorted((a, b) => a - b);
      const percent = (part: number, of: number) =>
        of === 0 ? 0 : Math.round((1_000 * part) / of) / 10;
      return {
        named: percent(count.named, count.caused),
        accused: percent(count.accused, count.all),
        told: percent(count.told, count.plain),
        most: sorted.at(-1) ?? 0,
        median: sorted[sorted.length >> 1] ?? 0,
      };
    },
  };
}
