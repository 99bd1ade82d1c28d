import { expect, it } from "vitest";
import { judgeWorlds } from "#test/support/forecast-worlds.ts";

/** Fewer while something is being changed: `FORECAST_WORLDS=60`. */
const WORLDS = Number(process.env["FORECAST_WORLDS"] ?? 400);

it(
  `foresees the minute of at least 99 % of mails in ${WORLDS} random worlds, and never a later one`,
  { timeout: 60 * 60_000 },
  async () => {
    const judged = await judgeWorlds(1, WORLDS);
    console.log(
      `${judged.asked} leads, ${judged.stopped} of them stopped, ${judged.wrong.length} in another minute, ${judged.named.length} held last by another rule; ` +
        `${judged.firsts} campaigns, the first mails of ${judged.wrongFirsts.length} in another minute`,
    );
    expect(judged.asked).toBeGreaterThan(5 * WORLDS);
    expect(
      judged.wrongFirsts.length / judged.firsts,
      JSON.stringify(judged.wrongFirsts.slice(0, 20)),
    ).toBeLessThan(0.01);
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
