import { describe, expect, it } from "vitest";
import { judgeWorlds } from "#test/support/forecast-worlds.ts";

describe("what is foreseen of a lead's next mail, and of a campaign's", () => {
  it("is the minute in which the product sends it, and the rule that holds it last", async () => {
    const judged = await judgeWorlds(1, 2);
    expect(judged.asked).toBeGreaterThan(8);
    expect(judged.stopped).toBeGreaterThan(0);
    expect(judged.wrong).toEqual([]);
    expect(judged.named).toEqual([]);
    expect(judged.firsts).toBeGreaterThan(1);
    expect(judged.wrongFirsts).toEqual([]);
    // D1 takes some twenty times as long, and the other tests are at it too.
  }, 1_800_000);
});
