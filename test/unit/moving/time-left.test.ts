import { describe, expect, it } from "vitest";
import { secondsLeftAt } from "#modules/moving/rules/time-left.ts";

const READ = {
  places: 10_000,
  emails: 0,
  sentEach: 3,
  startedShare: 1,
  middleShare: 0.5,
  identifiedShare: 0,
};

describe("the time that a first reading still takes", () => {
  it("is what the rival's documented rate allows for the leads that were found", () => {
    // 300 pages at 20 a minute; 40 pages at one a second; 300 pages and 5,000 contacts at ten a second.
    expect(secondsLeftAt("instantly", READ)).toBe(900);
    expect(secondsLeftAt("smartlead", READ)).toBe(40);
    expect(secondsLeftAt("lemlist", READ)).toBe(530);
  });

  it("falls with what was read, and is null once nothing tells what is to come", () => {
    expect(secondsLeftAt("instantly", { ...READ, emails: 20_000 })).toBe(300);
    expect(secondsLeftAt("smartlead", { ...READ, emails: 15_000 })).toBe(20);
    const listed = { ...READ, emails: 30_000 };
    expect(secondsLeftAt("lemlist", { ...listed, identifiedShare: 0.5 })).toBe(250);
    expect(secondsLeftAt("lemlist", { ...listed, identifiedShare: 1 })).toBeNull();
    expect(secondsLeftAt("instantly", listed)).toBeNull();
    expect(secondsLeftAt("smartlead", { ...READ, sentEach: 0, startedShare: 0 })).toBeNull();
  });

  it("is that of the longest account, or of all of them four at a time", () => {
    const accounts = (...places: readonly number[]) =>
      places.map((share) => ({ places: share, emails: share }));
    const even = accounts(...Array.from({ length: 10 }, () => 0.1));
    expect(secondsLeftAt("instantly", { ...READ, accounts: even })).toBe(225);
    expect(secondsLeftAt("instantly", { ...READ, accounts: accounts(0.7, 0.1, 0.1, 0.1) })).toBe(
      630,
    );
    const read = [
      { places: 0.5, emails: 1 },
      { places: 0.5, emails: 0 },
    ];
    expect(secondsLeftAt("instantly", { ...READ, emails: 15_000, accounts: read })).toBe(450);
    expect(secondsLeftAt("smartlead", { ...READ, accounts: even })).toBe(40);
  });

  it("is an afternoon at most for 50 clients with 200,000 leads of three emails, side by side", () => {
    const client = { ...READ, places: 4_000 };
    const hours = (rival: "instantly" | "smartlead" | "lemlist", atOnce: number) =>
      ((secondsLeftAt(rival, client) ?? 0) * 50) / atOnce / 3_600;
    expect(hours("instantly", 1)).toBeLessThan(6);
    expect(hours("smartlead", 1)).toBeLessThan(1);
    expect(hours("lemlist", 1)).toBeLessThan(4);
  });
});
