import { expect, test } from "vitest";
import { brokenIn, simulate, sizeOf } from "#test/prove/scale/prove.ts";
import { playQueue } from "#test/prove/scale/queue-hour.ts";
import { queueSettings } from "#test/prove/scale/queue-settings.ts";

const names = (asked: Partial<Parameters<typeof simulate>[0]>): string[] =>
  brokenIn(
    simulate({
      ...sizeOf(10_000),
      layout: "objects",
      readSeconds: 300,
      seed: 1,
      oneOf: 100,
      minutes: 4,
      ...asked,
    }),
  ).map(({ what }) => what);

test("10,000 workspaces in an object each break no limit", () => {
  expect(names({})).toEqual([]);
});

test("all of them in one D1 database break its size and what it can write", () => {
  expect(names({ layout: "one" })).toEqual([
    "size of the install's D1 database after a year, bytes",
    "rows written a second in D1",
  ]);
});

test("ten times the mailboxes and emails break the queues", () => {
  const { mailboxes, mailsAMonth } = sizeOf(10_000);
  const broken = names({ mailboxes: 10 * mailboxes, mailsAMonth: 10 * mailsAMonth });
  expect(broken).toContain("seconds that messages of default wait");
});

test("mailboxes that are read every half minute break them as well", () => {
  expect(names({ readSeconds: 30 })).toContain("seconds that messages of default wait");
});

test("a queue serves what comes, a batch at a time, and never with more consumers than there may be", () => {
  const arrivals = (count: number, ms: number) => ({
    at: Array.from({ length: count }, (_, i) => i),
    ms: Array.from({ length: count }, () => ms),
  });
  const alone = playQueue(arrivals(4, 1_000), { batch: 1, waitSeconds: 0 }, 1);
  expect([...alone.waits]).toEqual([0, 999, 1_998, 2_997]);
  expect(Math.max(...alone.depth)).toBe(3);
  const together = playQueue(arrivals(4, 1_000), { batch: 4, waitSeconds: 5 }, 1);
  expect([...together.waits]).toEqual([3, 2, 1, 0]);
  const incomplete = playQueue(arrivals(2, 1_000), { batch: 4, waitSeconds: 5 }, 1);
  expect([...incomplete.waits]).toEqual([5_000, 4_999]);
});

test("the consumers are those of wrangler.toml", () => {
  expect(queueSettings().default).toEqual({ batch: 1, waitSeconds: 0 });
  expect(() => queueSettings("")).toThrow("no consumer of critical");
});
