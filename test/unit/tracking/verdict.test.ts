import { describe, expect, it } from "vitest";
import { type HitId, unixMs } from "#platform/rules/ids.ts";
import { type JudgedHit, judgeMessage } from "#modules/tracking/rules/verdict.ts";
import { cpuMs } from "#test/support/cpu-time.ts";

let nextId = 0;
const hit = (change: Partial<JudgedHit>): JudgedHit => ({
  id: ++nextId as HitId,
  kind: "click",
  url: `https://example.com/${nextId}`,
  at: unixMs(100_000),
  source: "s1",
  agent: "browser",
  prefetch: false,
  private: false,
  ...change,
});
const open = (change: Partial<JudgedHit> = {}): JudgedHit =>
  hit({ kind: "open", url: null, ...change });
const at = (ms: number) => ({ at: unixMs(100_000 + ms) });

function verdicts(
  hits: readonly JudgedHit[],
  options: { acceptedAt?: number; filterBots?: boolean } = {},
) {
  const judged = judgeMessage(hits, {
    acceptedAt: options.acceptedAt === undefined ? null : unixMs(options.acceptedAt),
    filterBots: options.filterBots ?? true,
  });
  return hits.map(({ id }) => {
    const judgement = judged.get(id);
    return [judgement?.verdict, ...(judgement?.reasons ?? [])].join(" ");
  });
}

describe("verdicts", () => {
  it("take browsers, mail clients and webmail proxies for people", () => {
    for (const agent of [
      "browser",
      "outlook",
      "mail_client",
      "gmail_proxy",
      "yahoo_proxy",
      "other",
    ]) {
      expect(verdicts([open({ agent })])).toEqual(["human"]);
      expect(verdicts([hit({ agent })])).toEqual(["human"]);
    }
  });

  it("take prefetches, empty agents, crawlers, tools and gateways for machines", () => {
    expect(verdicts([open({ prefetch: true })])).toEqual(["machine prefetch"]);
    for (const agent of ["empty", "crawler", "cli", "gateway"]) {
      expect(verdicts([open({ agent })])).toEqual([`machine agent_${agent}`]);
      expect(verdicts([hit({ agent })])).toEqual([`machine agent_${agent}`]);
    }
  });

  it("count Apple's proxy apart, for opens only", () => {
    expect(verdicts([open({ agent: "apple_proxy" })])).toEqual(["proxy apple_proxy"]);
    expect(verdicts([hit({ agent: "apple_proxy" })])).toEqual(["human"]);
  });

  it("judge private addresses by prefetch, burst and hidden link alone", () => {
    for (const agent of ["empty", "cli", "crawler", "gateway", "apple_proxy"]) {
      expect(verdicts([open({ agent, private: true })])).toEqual(["human"]);
    }
    expect(verdicts([open({ private: true, prefetch: true })])).toEqual(["machine prefetch"]);
    const burst = [0, 1, 2].map((n) => hit({ private: true, ...at(n) }));
    expect(verdicts(burst)).toEqual(Array(3).fill("machine burst"));
    expect(
      verdicts([open({ private: true, agent: "gmail_proxy", ...at(500) })], {
        acceptedAt: 100_000,
      }),
    ).toEqual(["human"]);
  });

  it("void a burst of three distinct links within two seconds, with the open of its source", () => {
    const pixel = open({ ...at(-3_000) });
    const person = open({ source: "s2", ...at(-3_000) });
    const clicks = [0, 1_000, 2_000].map((ms) => hit(at(ms)));
    expect(verdicts([pixel, person, ...clicks])).toEqual([
      "machine burst",
      "human",
      "machine burst",
      "machine burst",
      "machine burst",
    ]);
  });

  it("keep what is no burst: two links, one link three times, three slow clicks", () => {
    expect(verdicts([hit(at(0)), hit(at(1))])).toEqual(["human", "human"]);
    const same = [0, 1, 2].map((ms) => hit({ url: "https://example.com/", ...at(ms) }));
    expect(verdicts(same)).toEqual(Array(3).fill("human"));
    const slow = [0, 1_001, 2_002].map((ms) => hit(at(ms)));
    expect(verdicts(slow)).toEqual(Array(3).fill("human"));
    const forgotten = [0, 1, 2].map((ms) => hit({ source: null, ...at(ms) }));
    expect(verdicts(forgotten)).toEqual(Array(3).fill("human"));
  });

  it("void different links from different addresses within two seconds, and the opens beside them", () => {
    const pixel = open({ source: "c", ...at(-1_500) });
    const person = open({ source: "p", ...at(-4_000) });
    const clicks = [hit({ source: "a", ...at(0) }), hit({ source: "b", ...at(2_000) })];
    expect(verdicts([pixel, person, ...clicks])).toEqual([
      "machine burst",
      "human",
      "machine burst",
      "machine burst",
    ]);
    const url = "https://example.com/";
    const forwarded = ["a", "b", "c"].map((source) => hit({ source, url }));
    expect(verdicts(forwarded)).toEqual(Array(3).fill("human"));
    const slow = [hit({ source: "a", ...at(0) }), hit({ source: "b", ...at(2_001) })];
    expect(verdicts(slow)).toEqual(["human", "human"]);
  });

  it("take HEAD for a machine's, and void what follows a look at several links from anywhere", () => {
    const head = (ms: number, change: Partial<JudgedHit> = {}) =>
      hit({ head: true, ...at(ms), ...change });
    const got = hit({ source: "s9", ...at(9_000) });
    const late = hit({ source: "s9", ...at(10_101) });
    expect(verdicts([head(0), head(100), got, late])).toEqual([
      "machine head",
      "machine head",
      "machine head",
      "human",
    ]);
    const trap = head(0, { url: null });
    expect(verdicts([trap, hit({ source: "s9", ...at(3_000) })])).toEqual([
      "machine honeypot",
      "machine honeypot",
    ]);
  });

  it("let a person click where a program looked at that one link by HEAD from elsewhere", () => {
    const url = "https://example.com/";
    const looked = hit({ head: true, source: "gateway", url });
    expect(verdicts([looked, hit({ url, ...at(500) })])).toEqual(["machine head", "human"]);
    const same = hit({ source: "gateway", url, ...at(500) });
    expect(verdicts([looked, same])).toEqual(["machine head", "machine head"]);
  });

  it("keep a person's click before and after a scanner's burst", () => {
    const before = hit(at(-60_000));
    const after = hit(at(60_000));
    const clicks = [0, 10, 20].map((ms) => hit(at(ms)));
    expect(verdicts([before, ...clicks, after])).toEqual([
      "human",
      "machine burst",
      "machine burst",
      "machine burst",
      "human",
    ]);
  });

  it("follow a long burst to its end, in any order of arrival", () => {
    const clicks = [4_000, 0, 3_000, 1_000, 2_000].map((ms) => hit(at(ms)));
    expect(verdicts(clicks)).toEqual(Array(5).fill("machine burst"));
  });

  it("void the clicks around a hit on the hidden link, with the opens of its address and those next to it", () => {
    const trap = hit({ url: null });
    const near = hit({ source: "s2", ...at(9_000) });
    const far = hit(at(12_000));
    const own = open(at(9_000));
    const beside = open({ source: "s2", ...at(1_000) });
    const person = open({ source: "s2", ...at(6_000) });
    expect(verdicts([trap, near, far, own, beside, person])).toEqual([
      "machine honeypot",
      "machine honeypot",
      "human",
      "machine honeypot",
      "machine honeypot",
      "human",
    ]);
  });

  it("believe nothing within a second of the server's answer, a browser's neither, except on a private address", () => {
    const soon = [open(at(200)), hit(at(200)), open(at(-300))];
    expect(verdicts(soon, { acceptedAt: 100_000 })).toEqual(Array(3).fill("machine too_soon"));
    const quick = [open(at(1_000)), hit(at(1_900))];
    expect(verdicts(quick, { acceptedAt: 100_000 })).toEqual(["human", "human"]);
    expect(verdicts(soon)).toEqual(Array(3).fill("human"));
    const local = [open({ private: true, ...at(200) })];
    expect(verdicts(local, { acceptedAt: 100_000 })).toEqual(["human"]);
  });

  it("do not believe webmail that opens within two seconds of delivery", () => {
    const soon = open({ agent: "gmail_proxy", ...at(1_500) });
    const later = open({ agent: "gmail_proxy", ...at(2_500) });
    const browser = open(at(1_500));
    expect(verdicts([soon, later, browser], { acceptedAt: 100_000 })).toEqual([
      "machine too_soon",
      "human",
      "human",
    ]);
  });

  it("count all as people when the workspace wants that, the hidden link excepted", () => {
    const hits = [
      open({ agent: "crawler", prefetch: true }),
      hit(at(0)),
      hit(at(1)),
      hit(at(2)),
      hit({ url: null }),
      hit({ head: true }),
    ];
    expect(verdicts(hits, { filterBots: false })).toEqual([
      ...Array(4).fill("human filter_off"),
      "machine honeypot",
      "machine head",
    ]);
  });

  it("take time in proportion to the hits", () => {
    const many = Array.from({ length: 20_000 }, (_, i) =>
      hit({
        ...at(i),
        source: `s${i % 100}`,
        head: i % 5 === 0,
        ...(i % 7 === 0 ? { url: null } : {}),
      }),
    );
    const start = cpuMs();
    judgeMessage(many, { acceptedAt: null, filterBots: true });
    expect(cpuMs() - start).toBeLessThan(2_000);
  });

  it("take what Exchange's gateways fetch for a machine's, and a vendor's network only with haste", () => {
    const from = (network: JudgedHit["network"], ms: number, change: Partial<JudgedHit> = {}) =>
      verdicts([hit({ network, ...at(ms), ...change })], { acceptedAt: 100_000 })[0];
    expect(from("eop", 60_000)).toBe("machine exchange_protection");
    expect(from("eop", 60_000, { kind: "open", url: null })).toBe("machine exchange_protection");
    expect(from("scanner", 1_500)).toBe("machine scanner_network");
    expect(from("scanner", 60_000)).toBe("human");
    expect(from("microsoft", 1_500)).toBe("machine scanner_network");
    expect(from("microsoft", 1_500, { kind: "open", url: null })).toBe("human");
    expect(from("eop", 1_000, { private: true })).toBe("human");
  });
});
