import { describe, expect, it } from "vitest";
import {
  afterLine,
  type Ended,
  type Entry,
  forbidsTry,
  type Line,
} from "#modules/delivery/rules/journal.ts";

const of = (lease: string) => ({ message_id: "m", ticket: "t", lease });
const ended = (lease: string, ending: string, phase: string): Ended => ({
  ...of(lease),
  ending,
  phase,
});
const intent = (lease: string): Line<Ended> => ({ t: "intent", at: 1, try: of(lease) });
const outcome = (lease: string, ending: string, phase: string): Line<Ended> => ({
  t: "outcome",
  at: 2,
  result: ended(lease, ending, phase),
  settled: false,
});
const settled = (lease: string): Line<Ended> => ({ t: "settled", try: of(lease) });
const after = (...lines: Line<Ended>[]): Entry<Ended> | undefined =>
  lines.reduce<Entry<Ended> | undefined>(afterLine, undefined);
const accepted = (lease: string) => outcome(lease, "accepted", "done");
const unclear = (lease: string) => outcome(lease, "network", "dot");
const refused = (lease: string) => outcome(lease, "reply", "rcpt");
const may = (entry: Entry<Ended> | undefined, lease: string, again = false) =>
  !forbidsTry(entry, { try: of(lease), again });

describe("whether a try may begin", () => {
  it.each([
    ["nothing is known", after(), true, true],
    ["another was refused", after(intent("a"), refused("a")), true, true],
    ["another was accepted", after(intent("a"), accepted("a")), false, false],
    ["another is unclear", after(intent("a"), unclear("a")), false, true],
    ["another broke off after its intent", after(intent("a")), false, true],
    ["a refused one was settled", after(intent("a"), refused("a"), settled("a")), true, true],
    ["an accepted one was settled", after(accepted("a"), settled("a")), false, false],
  ])("%s", (_, entry, fresh, again) => {
    expect([may(entry, "b"), may(entry, "b", true)]).toEqual([fresh, again]);
  });

  it("the same intent told twice changes nothing, until it has ended", () => {
    expect(may(after(intent("a")), "a")).toBe(true);
    expect(may(after(intent("a"), refused("a")), "a")).toBe(false);
  });
});

describe("what stays known", () => {
  it("what was accepted or is unclear goes for something as weighty alone", () => {
    expect(after(accepted("a"), outcome("b", "withheld", "data"))?.try.lease).toBe("a");
    expect(after(accepted("a"), unclear("b"))?.result?.ending).toBe("accepted");
    expect(after(intent("a"), refused("b"))?.try.lease).toBe("a");
    expect(after(unclear("a"), accepted("b"))?.result?.ending).toBe("accepted");
    expect(after(refused("a"), refused("b"))?.try.lease).toBe("b");
  });

  it("a try that broke off stays known when it is settled, and may still turn out as accepted", () => {
    expect(after(intent("a"), settled("a"))).toMatchObject({ result: null, settled: true });
    expect(after(intent("a"), settled("a"), accepted("a"))).toMatchObject({
      result: { ending: "accepted" },
      settled: false,
    });
  });

  it("news of an older try settles nothing of a newer one", () => {
    expect(after(refused("a"), accepted("b"), settled("a"))?.settled).toBe(false);
    expect(after(settled("a"))).toBeUndefined();
  });
});
