import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { cpuMs, leastCpuMs } from "#test/support/cpu-time.ts";
import { outsideParsers } from "#test/support/outside-parsers.ts";
import { unmarkedParsers } from "#test/support/unmarked-parsers.ts";
import { ATTACHMENTS } from "./attachments.ts";
import { DNS } from "./dns.ts";
import { FACTORS } from "./factors.ts";
import { FILES } from "./files.ts";
import { FILTERS } from "./filters.ts";
import { HTTP } from "./http.ts";
import { LEADS } from "./leads.ts";
import { MAIL } from "./mail.ts";
import { MAILBOXES } from "./mailboxes.ts";
import { MOVING } from "./moving.ts";
import { NOT_OUTSIDE } from "./not-outside.ts";
import { PLACEMENT } from "./placement.ts";
import { PROVIDERS } from "./providers.ts";
import { REPUTATION } from "./reputation.ts";
import { REPLY_FAMILIES } from "./replies.ts";
import { TEMPLATES } from "./templates.ts";

const FAMILIES = [
  ...ATTACHMENTS,
  ...MAIL,
  ...MAILBOXES,
  ...TEMPLATES,
  ...LEADS,
  ...FILES,
  ...FILTERS,
  ...PROVIDERS,
  ...DNS,
  ...HTTP,
  ...FACTORS,
  ...REPLY_FAMILIES,
  ...MOVING,
  ...REPUTATION,
  ...PLACEMENT,
];

/** What one call may hold the event loop for, and what a doubled input may cost. */
const LONGEST_MS = 200;
const GROWTH = 2.6;
const SLOWNESS = slowness();
/** Below it noise and the clock of the processor decide, and growth does no harm: on a slow machine, more. */
const FLOOR_MS = 24 * SLOWNESS;
/** A busy machine is asked again, a little later each time, before a parser is blamed. */
const ROUNDS = 8;
const LATER_MS = 100;
const HOPELESS_MS = 1_000;

const parsers = outsideParsers();

describe("text from outside", () => {
  it("has a family of hostile inputs for each parser that takes it", () => {
    const known = new Set(FAMILIES.map(({ parser }) => parser));
    expect(parsers.filter((parser) => !known.has(parser))).toEqual([]);
  });

  it("is marked wherever it meets a pattern, or named with the reason why not", () => {
    const named = new Set(Object.values(NOT_OUTSIDE).flat());
    expect(unmarkedParsers().filter((parser) => !named.has(parser))).toEqual([]);
  });

  it("has no family of a parser that is gone", () => {
    const gone = FAMILIES.filter(({ parser }) => !parsers.includes(parser));
    expect(gone.map(({ parser }) => parser)).toEqual([]);
  });

  it.each(FAMILIES)(
    "costs $parser time in proportion: $name",
    async ({ at, upTo, engineMs = 0 }) => {
      // What is quick at its full length grew from nothing that could be held against it.
      const floorMs = Math.max(FLOOR_MS, engineMs * SLOWNESS);
      if ((await costOf(at(upTo))) < Math.min(LONGEST_MS, GROWTH * floorMs)) return;
      const calls = [upTo / 4, upTo / 2, upTo].map((length) => at(Math.floor(length)));
      const best = calls.map(() => Infinity);
      for (let round = 0; round < ROUNDS; round++) {
        for (const [i, call] of calls.entries())
          best[i] = Math.min(best[i] ?? 0, await costOf(call));
        if (isFlat(best, floorMs) || best.some((ms) => ms > HOPELESS_MS)) break;
        await setTimeout(round * LATER_MS);
      }
      const told = best.map((ms) => `${ms.toFixed(1)} ms`).join(", ");
      expect(best.at(-1), told).toBeLessThan(LONGEST_MS);
      expect(isFlat(best, floorMs), told).toBe(true);
    },
  );
});

/** How many times slower this machine is than the one that the floor was measured on: 1 to 3. */
function slowness(): number {
  const text = "a not_contains b and ".repeat(40_000);
  const ms = leastCpuMs(() => text.replace(/\w+/g, (word) => word.toUpperCase()), 5);
  return Math.min(3, Math.max(1, ms / 20));
}

/** Whether no doubling of the input costs much more than twice the time. */
const isFlat = (costs: readonly number[], floorMs: number): boolean =>
  costs.every((ms, i) => {
    const half = costs[i - 1];
    return ms < LONGEST_MS && (half === undefined || ms < GROWTH * Math.max(half, floorMs));
  });

async function costOf(call: () => unknown): Promise<number> {
  const began = cpuMs();
  try {
    await call();
  } catch (error) {
    // Refusing is an answer, running out of stack or memory is none.
    if (error instanceof RangeError || error instanceof TypeError) throw error;
  }
  return cpuMs() - began;
}
