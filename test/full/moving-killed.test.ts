import { expect, test } from "vitest";
import { play } from "#test/prove/moving/play.ts";
import { countIn } from "#test/prove/moving/prove.ts";

test("a move that is killed on the way repeats, skips and mixes up nothing, and silences who left", async () => {
  const size = { clients: 2, leads: 24, kills: 2, events: 8 };
  const played = await play({ ...size, rival: "smartlead", seed: "a short proof" });
  const { mails, threaded, going, killed, ...rest } = countIn(played);
  expect(played.problems).toEqual([]);
  expect(rest).toMatchObject({
    clients: 2,
    leads: 48,
    repeated: 0,
    skipped: 0,
    silenced: 0,
    strayed: 0,
    differing: 0,
    strange: 0,
  });
  expect(threaded).toBe(going);
  expect([mails > 20, going > 10, killed]).toEqual([true, true, 2]);
}, 120_000);
