import { describe, expect, it } from "vitest";
import { ALL, bitOf, effective, namesOf } from "#modules/placement/rules/search/factors.ts";
import {
  leftFor,
  MAILS_PER_PROVIDER,
  nextSearchStep,
  type Tried,
} from "#modules/placement/rules/search/next-step.ts";

/** Plays a search against a provider that junks by this rule. */
function play(junks: (version: number) => boolean, budget = MAILS_PER_PROVIDER) {
  const tried: Tried[] = [];
  for (;;) {
    const left = budget - tried.length;
    const step = nextSearchStep(ALL, tried, { left, salt: "test" });
    if (step.do === "end") return { ...step, tried };
    expect(left).toBeGreaterThan(0);
    tried.push({ ...step, junk: junks(effective(step.version)) });
  }
}

describe("the search for a cause", () => {
  it("starts with the whole mail twice, and proves a cause with two mails that arrive", () => {
    const links = bitOf("links");
    const { answer, cause, sure, tried } = play((version) => (version & links) !== 0);
    expect(tried.slice(0, 2).map(({ version, purpose }) => [version, purpose])).toEqual([
      [ALL, "full"],
      [ALL, "full"],
    ]);
    expect([answer, namesOf(cause)]).toEqual(["cause", ["links"]]);
    expect(sure).toBeGreaterThan(0.9);
    const proofs = tried.filter(({ purpose }) => purpose === "proof");
    expect(proofs.slice(-2)).toEqual([
      { version: ALL & ~links, purpose: "proof", junk: false, do: "send" },
      { version: ALL & ~links, purpose: "proof", junk: false, do: "send" },
    ]);
  });

  it.each(["pixel", "words", "signature", "html", "image", "greeting", "footer"] as const)(
    "names %s where that alone is junked",
    (factor) => {
      const { answer, cause } = play((version) => (version & bitOf(factor)) !== 0);
      expect([answer, namesOf(cause)]).toEqual(["cause", [factor]]);
    },
  );

  it("names one of a pair that is junked together, for without it the mail arrives", () => {
    const pair = bitOf("words") | bitOf("links");
    const { answer, cause } = play((version) => (version & pair) === pair);
    expect(answer).toBe("cause");
    expect(cause & ~pair).toBe(0);
  });

  it("says so where nothing or everything is junked", () => {
    expect(play(() => false)).toMatchObject({ answer: "not_junked", cause: 0 });
    expect(play(() => true)).toMatchObject({ answer: "not_content", cause: 0 });
  });

  it("finds nothing where chance decides, and keeps its budget", () => {
    let n = 0;
    const { answer, tried } = play(() => n++ % 2 === 0);
    expect(answer).toBe("nothing_found");
    expect(tried.length).toBeLessThanOrEqual(MAILS_PER_PROVIDER);
  });

  it("finds nothing where no seed tells anything, after four mails", () => {
    const tried: Tried[] = [];
    for (let i = 0; i < 4; i++) tried.push({ version: ALL, purpose: "full", junk: null });
    expect(nextSearchStep(ALL, tried, { left: 20, salt: "x" })).toMatchObject({
      answer: "nothing_found",
    });
  });

  it("is the same whenever it is asked", () => {
    const { tried } = play((version) => (version & bitOf("words")) !== 0);
    for (let n = 0; n < tried.length; n++) {
      const step = nextSearchStep(ALL, tried.slice(0, n), {
        left: MAILS_PER_PROVIDER - n,
        salt: "test",
      });
      expect(step).toMatchObject({ version: tried[n]?.version, purpose: tried[n]?.purpose });
    }
  });

  it("does not blame what the mail does not have", () => {
    const present = bitOf("words") | bitOf("links");
    const tried: Tried[] = [
      { version: present, purpose: "full", junk: true },
      { version: present, purpose: "full", junk: true },
    ];
    const step = nextSearchStep(present, tried, { left: 20, salt: "x" });
    expect(step.do === "send" && (step.version & ~present) === 0).toBe(true);
  });

  it("keeps three mails for each provider that has had fewer, and never passes 64", () => {
    const fresh = { used: 0, ended: false };
    expect(leftFor(0, [fresh, fresh, fresh])).toBe(24);
    expect(leftFor(20, [{ used: 24, ended: true }, { used: 13, ended: false }, fresh])).toBe(4);
    expect(leftFor(20, [{ used: 24, ended: true }, { used: 19, ended: false }, fresh])).toBe(-2);
  });
});
