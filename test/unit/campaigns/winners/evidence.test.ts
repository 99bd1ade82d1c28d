import { describe, expect, it } from "vitest";
import {
  barOf,
  logEvidence,
  logLikelihood,
  type Tally,
} from "#modules/campaigns/rules/winners/evidence.ts";
import { judgeContest, progressOf } from "#modules/campaigns/rules/winners/judge.ts";
import { mergeTallies } from "#modules/campaigns/rules/winners/tallies.ts";

type Counts = readonly [mails: number, hits: number];

/** Mails under one split: of the original, of A and so on. */
const tally = (weights: readonly number[], ...counts: readonly Counts[]): Tally => {
  const labels = ["control", "A", "B", "C"];
  return {
    split: Object.fromEntries(weights.map((weight, i) => [labels[i], weight])),
    arms: Object.fromEntries(counts.map(([mails, hits], i) => [labels[i], { mails, hits }])),
  };
};
const even = (...counts: readonly Counts[]) => [
  tally(
    counts.map(() => 1),
    ...counts,
  ),
];
const contest = (tallies: readonly Tally[], live?: readonly string[]) => {
  const arms = Object.keys(tallies[0]?.split ?? {});
  return { arms, live: live ?? arms, tallies };
};

describe("the evidence that a variant is better", () => {
  it("is nothing without hits, and the same for both while their hits are", () => {
    expect(logEvidence(even([900, 0], [900, 0]), "A", "control")).toBe(0);
    const same = even([900, 30], [900, 30]);
    expect(logEvidence(same, "A", "control")).toBeCloseTo(logEvidence(same, "control", "A"), 10);
    expect(logEvidence(same, "A", "control")).toBeLessThan(0);
  });

  it("is the mean over how many times as good it may be", () => {
    // By hand, for 12 hits against 4 at an even split: r^12 / ((1 + r) / 2)^16.
    const ratios = [1.15, 1.3, 1.5, 1.75, 2, 2.5, 3, 4];
    const mean = ratios.reduce((sum, r) => sum + r ** 12 / ((1 + r) / 2) ** 16, 0) / ratios.length;
    expect(logEvidence(even([100, 4], [100, 12]), "A", "control")).toBeCloseTo(Math.log(mean), 10);
  });

  it("weighs each mail by the split under which it left", () => {
    const fewOfA = [tally([80, 20], [800, 40], [200, 10])];
    expect(logEvidence(fewOfA, "A", "control")).toBeLessThan(0);
    expect(logEvidence(fewOfA, "control", "A")).toBeLessThan(0);
    const asIfEven = [{ ...(fewOfA[0] as Tally), split: { control: 1, A: 1 } }];
    expect(logEvidence(asIfEven, "control", "A")).toBeGreaterThan(barOf(2));
  });

  it("adds up over splits: a change of the split fools nobody", () => {
    const [one, other] = [
      tally([50, 50], [400, 10], [400, 20]),
      tally([20, 80], [200, 5], [800, 40]),
    ];
    for (const ratio of [1.3, 2]) {
      expect(logLikelihood([one, other], "A", "control", ratio)).toBeCloseTo(
        logLikelihood([one], "A", "control", ratio) + logLikelihood([other], "A", "control", ratio),
        10,
      );
    }
    // Equal rates, 7 % in the first half and 3 % in the second, when A got most mails.
    const moved = [tally([80, 20], [1600, 112], [400, 28]), tally([20, 80], [400, 12], [1600, 48])];
    expect(logEvidence(moved, "control", "A")).toBeLessThan(0);
  });

  it("does not come from mails that had nobody to compete with", () => {
    const alone = tally([100], [5000, 900]);
    const both = even([100, 4], [100, 12])[0] as Tally;
    expect(logEvidence([alone, both], "A", "control")).toBe(logEvidence([both], "A", "control"));
  });
});

describe("a contest", () => {
  it.each([
    ["nothing yet", even([0, 0], [0, 0]), "undecided", null],
    ["a clear lead of too few mails", even([29, 0], [29, 25]), "undecided", null],
    ["the same from 30 mails on", even([30, 0], [30, 25]), "winner", "A"],
    ["what a z-test would call beyond chance", even([400, 12], [400, 24]), "undecided", null],
    ["a lead that lasts", even([1000, 30], [1000, 60]), "winner", "A"],
    ["the step's own text ahead", even([1000, 60], [1000, 30]), "winner", "control"],
    ["many equal mails", even([2000, 100], [2000, 100]), "no_difference", null],
  ] as const)("%s", (_, tallies, kind, label) => {
    const { verdict } = judgeContest(contest(tallies));
    expect(verdict).toEqual(kind === "winner" ? { kind, label } : { kind });
  });

  it("lets those out whom another beats, and sets the bar by those who began it", () => {
    const three = even([1000, 60], [1000, 55], [1000, 20]);
    expect(judgeContest(contest(three))).toMatchObject({
      verdict: { kind: "undecided" },
      losers: ["B"],
    });
    // 20 against 4 is enough for two variants, and not for twelve.
    const lead = even([400, 4], [400, 20]);
    expect(judgeContest(contest(lead)).verdict.kind).toBe("winner");
    const arms = ["control", ..."A B C D E F G H I J K".split(" ")];
    expect(judgeContest({ arms, live: ["control", "A"], tallies: lead }).verdict.kind).toBe(
      "undecided",
    );
  });

  it("has no winner by default: who is left because others were switched off has beaten nobody", () => {
    expect(judgeContest(contest(even([1000, 60], [1000, 20]), ["control"]))).toEqual({
      verdict: { kind: "undecided" },
      losers: [],
    });
  });

  it("shows how far the evidence has come, and never as less than nothing", () => {
    const some = contest(even([400, 12], [400, 22]));
    expect(progressOf(some, "A")).toBeGreaterThan(0.1);
    expect(progressOf(some, "A")).toBeLessThan(0.9);
    expect(progressOf(some, "control")).toBe(0);
    expect(progressOf(contest(even([1000, 30], [1000, 90])), "A")).toBe(1);
  });

  it("counts mails of one split together, whenever they came to count", () => {
    const merged = mergeTallies(
      [tally([50, 50], [10, 1], [11, 2])],
      [tally([50, 50], [5, 1]), tally([20, 80], [1, 0], [4, 1])],
    );
    expect(merged).toEqual([tally([50, 50], [15, 2], [11, 2]), tally([20, 80], [1, 0], [4, 1])]);
  });
});
