import fc from "fast-check";
import { expect, it } from "vitest";
import { HOUR_MS } from "#platform/rules/time.ts";
import { drawnRequests } from "#test/support/drawn-request.ts";
import { fuzzWorld, send } from "#test/support/fuzz-world.ts";

/*
 * Random requests to every documented route, most of them as the document says and many not quite.
 * FUZZ_RUNS sets how many, FUZZ_SEED repeats a run.
 */
const isD1 = process.env["TEST_DATABASE"] === "d1";
const RUNS = Number(process.env["FUZZ_RUNS"] ?? (isD1 ? 300 : 400));
const SEED = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

it(`answers ${RUNS} random requests as documented, and none with a fault of its own`, async () => {
  const wrong: string[] = [];
  const statuses: Record<number, number> = {};
  let world = await fuzzWorld();
  for (const [i, asked] of fc.sample(drawnRequests, { seed: SEED, numRuns: RUNS }).entries()) {
    if (i % 250 === 249) {
      world.t.advance(HOUR_MS);
      await world.t.tick();
      await world.t.drain();
      // Work in the background has no answer; its faults are in the log.
      const faults = world.t.lines.splice(0).filter(({ level }) => level === "error");
      wrong.push(
        ...faults.map(({ event, fields }) => `after ${i}: ${event} ${JSON.stringify(fields)}`),
      );
    }
    // What was deleted on the way would leave the rest nothing to do.
    if (i % 1_000 === 999) world = await fuzzWorld();
    const { status, wrong: told } = await send(world, asked);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (told !== null) wrong.push(`request ${i}: ${told}`);
    if (wrong.length >= 20) break;
  }
  console.log(`FUZZ_SEED=${SEED} FUZZ_RUNS=${RUNS} ${JSON.stringify(statuses)}`);
  expect(wrong.join("\n\n"), `FUZZ_SEED=${SEED}`).toBe("");
}, 3_600_000);
