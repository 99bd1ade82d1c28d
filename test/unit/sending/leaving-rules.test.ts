import { describe, expect, it } from "vitest";
import { hourFrom, isItsHour } from "#modules/campaigns/rules/leaving/ask.ts";
import { EXPLAIN_RULES } from "#modules/campaigns/rules/leaving/rule.ts";
import { HOUR_RULES, LEAD_RULES, RULES } from "#modules/campaigns/rules/leaving/rules.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { DEFAULT_SCHEDULE } from "#platform/rules/schedule.ts";

const of = (asks: string) =>
  Object.entries(RULES).flatMap(([code, rule]) => (rule.asks === asks ? [code] : []));

describe("the table of rules", () => {
  it("has an entry for each rule that is told, and none that is not", () => {
    expect(new Set(["ready", ...Object.keys(RULES)])).toEqual(new Set(EXPLAIN_RULES));
  });

  it("has each rule where those look who ask it", () => {
    // Claim, gate and forecast ask the clock of these, and of no others.
    expect(of("hour")).toEqual(Object.keys(HOUR_RULES));
    // What ends a sequence is judged by the claim, and left out by the forecast.
    const ending = Object.entries(RULES).flatMap(([code, { asks, ends }]) =>
      ends !== undefined && asks !== "words" && code !== "no_step" ? [code] : [],
    );
    expect(ending).toEqual(Object.keys(LEAD_RULES));
  });

  it("tells the hour from which a mail may leave", () => {
    const at = (text: string) => unixMs(Date.parse(text));
    const [night, morning] = [at("2026-11-18T22:00:00Z"), at("2026-11-19T09:00:00Z")];
    const schedule = DEFAULT_SCHEDULE;
    expect([isItsHour({ now: night, schedule }), isItsHour({ now: morning, schedule })]).toEqual([
      false,
      true,
    ]);
    expect(hourFrom({ now: night, schedule })).toBe(morning);
    expect(hourFrom({ now: morning, schedule })).toBe(morning);
    const over = { ...schedule, end_date: "2026-11-17" };
    expect(hourFrom({ now: night, schedule: over })).toBeNull();
  });
});
