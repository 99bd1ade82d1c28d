import { describe, expect, it } from "vitest";
import { unixMs } from "#platform/rules/ids.ts";
import { networkOf } from "#platform/rules/network.ts";
import { type SpreadClick, spreadsOf } from "#modules/tracking/rules/spread.ts";

describe("the network of a hit", () => {
  it("is told by number, name and, for Exchange's gateways, by address", () => {
    expect(networkOf("203.0.113.1", { asn: 26211, organisation: "" })).toBe("scanner");
    expect(networkOf("203.0.113.1", { asn: 1, organisation: "Mimecast Services" })).toBe("scanner");
    expect(networkOf("203.0.113.1", { asn: 8075, organisation: "Microsoft" })).toBe("microsoft");
    expect(networkOf("104.47.1.1", null)).toBe("eop");
    expect(networkOf("::ffff:40.93.1.1", null)).toBe("eop");
    expect(networkOf("104.47.200.1", null)).toBe("");
    expect(networkOf("203.0.113.1", null)).toBe("");
    expect(networkOf("no address", { asn: null, organisation: "Telekom" })).toBe("");
  });
});

describe("clicks in the mail of many", () => {
  const click = (n: number, change: Partial<SpreadClick> = {}): SpreadClick => ({
    source: "s",
    agent: "browser",
    at: unixMs(n * 1_000),
    leadId: n,
    campaignId: 1,
    domain: `d${n}.test`,
    ...change,
  });
  const five = [1, 2, 3, 4, 5];

  it("are a machine's from five leads in five seconds on, wherever they are", () => {
    expect(spreadsOf(five.map((n) => click(n)))).toEqual([
      { source: "s", agent: "browser", from: 1_000, to: 5_000 },
    ]);
    expect(spreadsOf(five.map((n) => click(n, { domain: "d", campaignId: n })))).toHaveLength(1);
    expect(spreadsOf([...five.map((n) => click(n)), click(6)].toReversed())).toHaveLength(2);
  });

  it("are people's when they are few, slow, of one office or behind an image proxy", () => {
    expect(spreadsOf(five.slice(1).map((n) => click(n)))).toEqual([]);
    expect(spreadsOf(five.map((n) => click(n, { at: unixMs(n * 2_000) })))).toEqual([]);
    expect(spreadsOf(five.map((n) => click(n, { domain: "d" })))).toEqual([]);
    expect(spreadsOf(five.map((n) => click(n, { agent: "gmail_proxy" })))).toEqual([]);
    expect(spreadsOf(five.map((n) => click(n, { source: `s${n}` })))).toEqual([]);
    expect(spreadsOf(five.map((n) => click(n, { leadId: 1 })))).toEqual([]);
  });
});
