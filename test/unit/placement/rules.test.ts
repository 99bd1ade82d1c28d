import { describe, expect, it } from "vitest";
import { unixMs } from "#platform/rules/ids.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { isJunkName } from "#companion/imap/junk-names.ts";
import { testLimit } from "#modules/placement/rules/limits.ts";
import { nextLook, placeWithout } from "#modules/placement/rules/places.ts";
import { inboxRate, countsInWords, NO_COUNTS } from "#modules/placement/rules/matrix.ts";
import { checkRules, type DomainKnown } from "#modules/placement/rules/provider-rules.ts";
import { ALL, bitOf } from "#modules/placement/rules/search/factors.ts";
import { seedProvider } from "#modules/placement/rules/seed-provider.ts";
import { readSeenHeaders } from "#modules/placement/rules/seen-headers.ts";
import { neutralHtml, neutralText } from "#modules/placement/rules/versions/neutral.ts";

describe("looks", () => {
  it("come 2, 5, 15, 30 and 60 minutes after a mail left, and then say missing or unknown", () => {
    const at = unixMs(0);
    const times = [0, 1, 2, 3, 4].map((n) => Number(nextLook(at, n)) / MINUTE_MS);
    expect(times).toEqual([2, 5, 15, 30, 60]);
    expect([4, 5].map((n) => placeWithout(n, true))).toEqual([null, "missing"]);
    expect(placeWithout(5, false)).toBe("unknown");
    expect(nextLook(at, 8)).toBeNull();
  });
});

describe("a cell", () => {
  it("shows a rate with its range only from eight mails on", () => {
    expect(inboxRate({ ...NO_COUNTS, inbox: 7 })).toBeNull();
    expect(inboxRate({ ...NO_COUNTS, inbox: 8 })).toEqual({ rate: 1, low: 0.676, high: 1 });
    expect(inboxRate({ ...NO_COUNTS, inbox: 7, unknown: 5 })).toBeNull();
  });

  it("says in words no more than is known", () => {
    expect(countsInWords({ ...NO_COUNTS, inbox: 2, spam: 5, missing: 1 })).toBe(
      "2 of 8 in the inbox",
    );
    expect(countsInWords({ ...NO_COUNTS, waiting: 1 })).toBe("Not known yet");
    expect(countsInWords({ ...NO_COUNTS, unknown: 1 })).toContain("Unknown");
  });
});

describe("limits of test emails", () => {
  it("are 24 a day, and a quarter of the sender's limit for a search", () => {
    expect([200, 20, 3, 0].map((limit) => testLimit(limit, true))).toEqual([24, 5, 1, 0]);
    expect([200, 20, 3, 0].map((limit) => testLimit(limit, false))).toEqual([24, 20, 3, 0]);
  });
});

describe("a spam folder", () => {
  it.each([
    "Junk",
    "SPAM",
    "Bulk Mail",
    "Spamverdacht",
    "Unerwünscht",
    "Courrier indésirable",
    "Søppelpost",
    "垃圾邮件",
    "Спам",
  ])("is known by the name %s", (name) => expect(isJunkName(name)).toBe(true));
  it.each(["Junk food", "Inbox", "Archive", "Spam reports"])("is not meant by %s", (name) =>
    expect(isJunkName(name)).toBe(false),
  );
});

describe("the provider of a seed", () => {
  it.each([
    ["imap.gmail.com", "google"],
    ["outlook.office365.com", "microsoft"],
    ["mail.acme.co.uk", "acme.co.uk"],
    ["127.0.0.1", "else.test"],
  ])("of %s is %s", (host, provider) => expect(seedProvider(host, "a@else.test")).toBe(provider));
});

describe("authentication results", () => {
  const seed = { provider: "google", email: "me@gmail.com", imapHost: "imap.gmail.com" };
  const read = (authentication: string[], signatures: string[] = []) =>
    readSeenHeaders({ authentication, signatures }, seed);

  it("are those of the seed's own provider, whoever else wrote some", () => {
    expect(read(["evil.test; dmarc=pass"])).toBeNull();
    expect(
      read(["evil.test; dmarc=pass", "mx.google.com; dmarc=fail (p=NONE; x) header.from=a"]),
    ).toMatchObject({ dmarc: "fail" });
    expect(read(["google.com.evil.test; dmarc=pass"])).toBeNull();
  });

  it("of Exchange Online have no name, and count only at the top", () => {
    const microsoft = { ...seed, provider: "microsoft", imapHost: "outlook.office365.com" };
    const field =
      "spf=pass (sender IP is 1.2.3.4) smtp.mailfrom=a.test; dkim=none; dmarc=pass action=none";
    const at = (authentication: string[]) =>
      readSeenHeaders({ authentication, signatures: [] }, microsoft);
    expect(at([field])).toMatchObject({
      spf: "pass",
      dkim: "none",
      dmarc: "pass",
      signsUnsubscribe: null,
    });
    expect(at(["evil.test; dmarc=pass", field])).toBeNull();
  });

  it("say whether a signature that passed covers both unsubscribe headers", () => {
    const passed = "mx.google.com; dkim=pass header.i=@ours.test header.s=x";
    const signed = (h: string, d = "ours.test") =>
      read([passed], [`v=1; d=${d}; h=${h}`])?.signsUnsubscribe;
    expect(signed("from:list-unsubscribe:list-unsubscribe-post")).toBe(true);
    expect(signed("from:list-unsubscribe")).toBe(false);
    expect(signed("from:list-unsubscribe:list-unsubscribe-post", "other.test")).toBe(false);
  });
});

describe("a version", () => {
  const html =
    '<p>Hi Ann,</p><p>Buy <a href="https://x.test">now</a>, <a href="https://u.test">leave</a> <img src="y"></p>';
  const without = (factor: "links" | "image" | "words" | "greeting") =>
    neutralHtml(html, ALL & ~bitOf(factor), ["https://u.test"]);

  it("that lacks nothing is the mail itself", () => expect(neutralHtml(html, ALL, [])).toBe(html));
  it("without links keeps their words, and the link that belongs to something else", () => {
    expect(without("links")).toBe(
      '<p>Hi Ann,</p><p>Buy now, <a href="https://u.test">leave</a> <img src="y"></p>',
    );
  });
  it("without images has none", () => expect(without("image")).not.toContain("<img"));
  it("without words keeps greeting, links and images", () => {
    const made = without("words");
    expect(made).toContain("Hi Ann,");
    expect(made).toContain('<a href="https://x.test">');
    expect(made).toContain("<img");
    expect(made).not.toContain("Buy");
  });
  it("without a greeting greets nobody by name", () => {
    expect(without("greeting")).toContain("<p>Hello,</p>");
    expect(neutralText("Hi Ann,\n\nBuy now.", ALL & ~bitOf("greeting"), [])).toBe(
      "Hello,\n\nBuy now.",
    );
  });
});

describe("provider rules", () => {
  const known: DomainKnown = {
    domain: "ours.test",
    spf: "pass",
    dkim: "unknown",
    dmarc: "pass",
    seen: null,
    hasUnsubscribeHeader: true,
    linkBase: "https://links.test",
    spamRate: null,
  };
  const statuses = (change: Partial<DomainKnown>) =>
    Object.fromEntries(
      checkRules({ ...known, ...change }).map(({ rule, status }) => [rule, status]),
    );
  const seen = {
    provider: "google",
    spf: "pass",
    dkim: "pass",
    dmarc: "pass",
    dkimDomains: ["ours.test"],
    signsUnsubscribe: true,
  };

  it("are unknown where nobody could tell, never passed", () => {
    expect(statuses({})).toEqual({
      spf: "pass",
      dkim: "unknown",
      dmarc: "unknown",
      one_click: "pass",
      signed_unsubscribe: "unknown",
      spam_rate: "unknown",
    });
  });
  it("believe what a seed's provider said", () => {
    expect(statuses({ seen })).toMatchObject({
      dkim: "pass",
      dmarc: "pass",
      signed_unsubscribe: "pass",
    });
    expect(statuses({ seen: { ...seen, dmarc: "fail", signsUnsubscribe: false } })).toMatchObject({
      dmarc: "fail",
      signed_unsubscribe: "warn",
    });
  });
  it("hold the spam rate against 0.1 and 0.3 percent", () => {
    const at = (rate: number) => statuses({ spamRate: { rate, day: "2026-11-17" } })["spam_rate"];
    expect([0.0002, 0.0009, 0.001, 0.0029, 0.003].map(at)).toEqual([
      "pass",
      "pass",
      "warn",
      "warn",
      "fail",
    ]);
  });
  it("ask for an https address and the header", () => {
    expect(statuses({ linkBase: "http://links.test" })["one_click"]).toBe("fail");
    expect(statuses({ linkBase: "http://localhost" })["one_click"]).toBe("unknown");
    expect(statuses({ hasUnsubscribeHeader: false })["one_click"]).toBe("fail");
  });
});
