import { describe, expect, it } from "vitest";
import { DEFAULT_SCHEDULE } from "#platform/rules/schedule.ts";
import { unixMs } from "#platform/rules/ids.ts";
import {
  type PlannedMailbox,
  planDay as plan,
  QUARTER_MS,
} from "#modules/campaigns/rules/sending/plan-day.ts";

/** A Wednesday. */
const MIDNIGHT = Date.UTC(2026, 10, 18);
const QUARTERS = Array.from({ length: 96 }, (_, n) => unixMs(MIDNIGHT + n * QUARTER_MS));
const at = (hour: number, minute = 0) => unixMs(MIDNIGHT + (hour * 60 + minute) * 60_000);
const quarterOf = (hour: number) => hour * 4;

const box = (change: Partial<PlannedMailbox> = {}): PlannedMailbox => ({
  id: 1,
  left: 100,
  freeAt: null,
  minGapSeconds: 600,
  gapJitterSeconds: 300,
  ...change,
});
const campaign = (count: number, change = {}) => ({
  schedule: DEFAULT_SCHEDULE,
  mailboxIds: [1],
  left: null,
  dueAt: Array.from({ length: count }, () => at(0)),
  ...change,
});
const planDay = (...given: Parameters<typeof plan>) => plan(...given).perQuarter;
const sum = (counts: readonly number[]) => counts.reduce((all, n) => all + n, 0);

describe("the plan of a day", () => {
  it("keeps windows: nothing before 9 and from 17 on, and no quarter that has passed", () => {
    const plan = planDay(
      QUARTERS,
      at(8),
      [box({ minGapSeconds: 0, gapJitterSeconds: 0 })],
      [campaign(10, { dueAt: [...Array.from({ length: 10 }, () => at(0)), at(18)] })],
    );
    expect(plan[quarterOf(9)]).toBe(10);
    expect(sum(plan)).toBe(10);
    const late = planDay(QUARTERS, at(12), [box()], [campaign(100)]);
    expect(sum(late.slice(0, quarterOf(12)))).toBe(0);
    expect(sum(late)).toBeGreaterThan(0);
  });

  it("keeps a mailbox's gap, with half of its jitter", () => {
    const plan = planDay(QUARTERS, at(9), [box()], [campaign(1_000)]);
    // Every 12 min 30 s from 9 to 17.
    expect(sum(plan)).toBe(Math.ceil((8 * 60) / 12.5));
    expect(Math.max(...plan)).toBe(2);
  });

  it("ends at the limit of the mailbox, at the campaign's own, and at what is due", () => {
    expect(sum(planDay(QUARTERS, at(9), [box({ left: 7 })], [campaign(50)]))).toBe(7);
    expect(sum(planDay(QUARTERS, at(9), [box()], [campaign(50, { left: 4 })]))).toBe(4);
    expect(sum(planDay(QUARTERS, at(9), [box()], [campaign(3)]))).toBe(3);
    expect(sum(planDay(QUARTERS, at(9), [box({ freeAt: at(20) })], [campaign(3)]))).toBe(0);
    expect(sum(planDay(QUARTERS, at(9), [], [campaign(3)]))).toBe(0);
  });

  it("lets campaigns take turns at a mailbox that they share", () => {
    const both = [campaign(5), campaign(5)];
    const plan = planDay(QUARTERS, at(9), [box({ left: 6 })], both);
    expect(sum(plan)).toBe(6);
    const early = planDay(QUARTERS, at(9), [box({ minGapSeconds: 0, gapJitterSeconds: 0 })], both);
    expect(early[quarterOf(9)]).toBe(10);
  });

  it("waits for leads that become due within the day", () => {
    const plan = planDay(QUARTERS, at(9), [box()], [campaign(1, { dueAt: [at(15, 5)] })]);
    expect(plan.findIndex((n) => n > 0)).toBe(quarterOf(15));
  });

  it("tells what of it is whose, and what the mailboxes have left", () => {
    const { perQuarter, perCampaign, left } = plan(
      QUARTERS,
      at(9),
      [{ left: 6 }, { id: 2, left: 9 }].map((change) =>
        box({ minGapSeconds: 0, gapJitterSeconds: 0, ...change }),
      ),
      [campaign(5), campaign(2), campaign(4, { mailboxIds: [2], left: 3 })],
    );
    expect(perCampaign).toEqual([4, 2, 3]);
    expect(sum(perQuarter)).toBe(9);
    expect([...left]).toEqual([
      [1, 0],
      [2, 6],
    ]);
  });
});
