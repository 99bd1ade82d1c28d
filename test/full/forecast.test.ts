import { expect, it } from "vitest";
import { judgeWorlds } from "#test/support/forecast-worlds.ts";

it(
  "foresees the minute of at least 99 % of mails in 400 random worlds, and never a later one",
  { timeout: 60 * 60_000 },
  async () => {
    const judged = await judgeWorlds(1, 400);
    console.log(
      `${judged.asked} leads, ${judged.wrong.length} in another minute, ${judged.named.length} held last by another rule`,
    );
    expect(judged.asked).toBeGreaterThan(2_000);
    expect(
      judged.wrong.length / judged.asked,
      JSON.stringify(judged.wrong.slice(0, 20)),
    ).toBeLessThan(0.01);
    expect(
      judged.wrong.filter(({ said, left }) => (said.at ?? Infinity) > (left ?? Infinity)),
    ).toEqual([]);
    expect(
      judged.named.length / judged.asked,
      JSON.stringify(judged.named.slice(0, 20)),
    ).toBeLessThan(0.01);
  },
);
