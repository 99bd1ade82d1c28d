import { describe, expect, it } from "vitest";
import { mailsNeeded, mailsToTell } from "#modules/campaigns/rules/winners/needed.ts";
import { roughly, saysOf, type Standing } from "#modules/campaigns/rules/winners/says.ts";

const standing: Standing = {
  state: "open",
  metric: "reply",
  windowDays: 7,
  winner: null,
  isApplied: false,
  alone: null,
  least: { label: "B", mails: 400 },
  waiting: 0,
  needed: 3_140,
  planned: 9_000,
  usualRate: 0.02,
  startedAgain: false,
};

describe("what is said of a comparison", () => {
  it.each([
    [{}, "Undecided: about 3,100 more emails."],
    [{ waiting: 12 }, "Undecided: about 3,100 more emails. 12 more emails wait for day 7."],
    [{ waiting: 1 }, "Undecided: about 3,100 more emails. 1 more email waits for day 7."],
    [
      { planned: 480, waiting: 20 },
      "Undecided: about 3,100 more emails; 500 are left. 20 more emails wait for day 7.",
    ],
    [{ startedAgain: true }, "Started again. Undecided: about 3,100 more emails."],
    [
      { least: { label: "B", mails: 12 } },
      "Too early. Variant B has 12 of at least 30 counted emails.",
    ],
    [{ state: "winner", winner: "B", waiting: 9 }, "Variant B wins by replies."],
    [
      { state: "winner", winner: "control", isApplied: true },
      "Variant A wins by replies and gets all further emails.",
    ],
    [{ state: "not_started", alone: "B" }, "Variant B gets all emails, so nothing is compared."],
    [{ state: "no_difference" }, "No difference that matters (under 1.5 times)."],
    [
      { state: "not_started", needed: 7_328, planned: 900 },
      "At 2% replies, telling 2% from 3% takes about 7,300 emails. You plan 900.",
    ],
  ] as const)("%j", (change, says) => {
    expect(saysOf({ ...standing, ...change })).toBe(says);
  });

  it("names numbers as roughly as they are known", () => {
    expect([0, 7, 42, 118, 3_149, 17_670].map(roughly)).toEqual([
      "0",
      "7",
      "42",
      "120",
      "3,100",
      "18,000",
    ]);
  });
});

describe("mails that it takes", () => {
  const even = { control: 50, A: 50 };
  it("to tell a rate from a better one", () => {
    expect(mailsToTell(even, 0.02, 1.5)).toBeGreaterThan(6_000);
    expect(mailsToTell(even, 0.02, 1.5)).toBeLessThan(8_500);
    expect(mailsToTell(even, 0.05, 1.6)).toBeLessThan(2_600);
    // Fewer of one variant tell less.
    expect(mailsToTell({ control: 90, A: 10 }, 0.02, 1.5)).toBeGreaterThan(
      2 * mailsToTell(even, 0.02, 1.5),
    );
  });

  it("to the end of a contest: fewer the nearer it is", () => {
    const arms = ["control", "A"];
    const at = (hits: number, mails = 1_000) =>
      mailsNeeded(
        {
          arms,
          live: arms,
          tallies: [{ split: even, arms: { control: { mails, hits: 30 }, A: { mails, hits } } }],
        },
        even,
        0.03,
      ) ?? 0;
    expect(at(52)).toBeLessThan(at(45));
    expect(at(45)).toBeGreaterThan(100);
    expect(mailsNeeded({ arms, live: ["A"], tallies: [] }, even, 0.03)).toBeNull();
    const fresh = mailsNeeded({ arms, live: arms, tallies: [] }, even, 0.03) ?? 0;
    expect(fresh).toBeGreaterThan(1_000);
    expect(fresh).toBeLessThan(20_000);
  });
});
