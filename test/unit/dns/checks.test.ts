import { describe, expect, it } from "vitest";
import { agreed } from "#platform/rules/dns/agree.ts";
import { checkCname, checkOwner } from "#modules/links/rules/check-cname.ts";
import { checkDkim } from "#modules/mailboxes/rules/dns/check-dkim.ts";
import { checkDmarc } from "#modules/mailboxes/rules/dns/check-dmarc.ts";
import { checkMx } from "#modules/mailboxes/rules/dns/check-mx.ts";
import { checkSpf } from "#modules/mailboxes/rules/dns/check-spf.ts";
import { domainFacts } from "#modules/mailboxes/rules/dns/domain-facts.ts";
import { fail, pass, UNANSWERED } from "#platform/rules/dns/finding.ts";
import type { AskDns } from "#platform/rules/dns/record.ts";
import { type DnsZone, resolverOf } from "#test/support/dns-zone.ts";

type Zone = DnsZone;

function resolver(zone: Zone): AskDns & { readonly asked: string[] } {
  const asked: string[] = [];
  const ask = resolverOf(zone);
  return Object.assign(
    ((name, type) => {
      asked.push(`${name} ${type}`);
      return ask(name, type);
    }) satisfies AskDns,
    { asked },
  );
}

const spf = (zone: Zone) => checkSpf(resolver(zone), "acme.com");
const many = (n: number) => Array.from({ length: n }, (_, i) => `a:h${i}.acme.com`).join(" ");

describe("SPF", () => {
  it("passes one record, whose includes and their includes it names and counts", async () => {
    const found = await spf({
      "acme.com TXT": [
        "v=spf1 include:a.example mx ip4:192.0.2.0/24 -all",
        "google-site-verification=x",
      ],
      "a.example TXT": ["v=spf1 include:b.example a/24 ~all"],
      "b.example TXT": ["v=spf1 ip6:2001:db8::/32 exists:%{i}.x.example ?all"],
    });
    expect(found).toMatchObject({
      status: "pass",
      code: "ok",
      found: ["v=spf1 include:a.example mx ip4:192.0.2.0/24 -all"],
      hint: null,
      lookups: 5,
      includes: ["a.example", "b.example"],
    });
  });

  it.each([
    ["none", {}, /no SPF record/],
    ["none", { "acme.com TXT": ["v=spf10 -all", "spf2.0/pra -all"] }, /no SPF record/],
    ["multiple", { "acme.com TXT": ["v=spf1 a -all", "V=SPF1 mx ~all"] }, /2 SPF records.*Merge/],
    [
      "syntax",
      { "acme.com TXT": ["v=spf1 includ:x.example -all"] },
      /cannot read "includ:x\.example"/,
    ],
    ["syntax", { "acme.com TXT": ["v=spf1 include: -all"] }, /cannot read "include:"/],
    ["allows_all", { "acme.com TXT": ["v=spf1 +all"] }, /allows everyone/],
    ["allows_all", { "acme.com TXT": ["v=spf1 a all"] }, /allows everyone/],
    [
      "too_many_lookups",
      { "acme.com TXT": [`v=spf1 ${many(11)} -all`] },
      /needs 11 DNS lookups, but only 10 are/,
    ],
    [
      "too_many_lookups",
      {
        "acme.com TXT": [`v=spf1 ${many(8)} include:a.example -all`],
        "a.example TXT": ["v=spf1 mx ptr -all"],
      },
      /needs 11 DNS lookups/,
    ],
    [
      "broken_include",
      { "acme.com TXT": ["v=spf1 include:gone.example -all"] },
      /gone\.example, which has no SPF/,
    ],
    [
      "broken_include",
      {
        "acme.com TXT": ["v=spf1 include:a.example -all"],
        "a.example TXT": ["v=spf1 -all", "v=spf1 a"],
      },
      /more than one SPF record/,
    ],
    [
      "loop",
      {
        "acme.com TXT": ["v=spf1 include:a.example -all"],
        "a.example TXT": ["v=spf1 include:ACME.com. -all"],
      },
      /includes itself/,
    ],
    ["loop", { "acme.com TXT": ["v=spf1 redirect=acme.com"] }, /includes itself/],
  ] satisfies [string, Zone, RegExp][])("fails with %s", async (code, zone, hint) => {
    const found = await spf(zone);
    expect([found.status, found.code]).toEqual(["fail", code]);
    expect(found.hint).toMatch(hint);
  });

  it("ten look-ups are allowed, a redirect counts unless there is an all, and an open end is told", async () => {
    expect(await spf({ "acme.com TXT": [`v=spf1 ${many(10)} -all`] })).toMatchObject({
      status: "pass",
      lookups: 10,
    });
    const redirect = { "r.example TXT": ["v=spf1 a -all"] };
    expect(await spf({ "acme.com TXT": ["v=spf1 redirect=r.example"], ...redirect })).toMatchObject(
      {
        code: "ok",
        lookups: 2,
      },
    );
    expect(
      await spf({ "acme.com TXT": ["v=spf1 redirect=r.example ~all"], ...redirect }),
    ).toMatchObject({ lookups: 0 });
    expect(await spf({ "acme.com TXT": ["v=spf1 mx"] })).toMatchObject({
      status: "pass",
      code: "open_end",
    });
    expect(await spf({ "acme.com TXT": ["v=spf1 mx ?all"] })).toMatchObject({ code: "open_end" });
  });

  it("is unknown where a resolver fails, at the domain or at an include, and ends on endless includes", async () => {
    expect(await spf({ "acme.com TXT": "?" })).toMatchObject({
      status: "unknown",
      code: "resolver_failed",
    });
    const half = {
      "acme.com TXT": ["v=spf1 include:a.example -all"],
      "a.example TXT": "?",
    } as const;
    expect(await spf(half)).toMatchObject({
      status: "unknown",
      found: ["v=spf1 include:a.example -all"],
    });
    const wide: Record<string, string[]> = {};
    for (let i = 0; i < 60; i++) {
      const next = Array.from({ length: 20 }, (_, n) => `include:${i + 1}-${n}.example`).join(" ");
      for (let n = 0; n < 20; n++) wide[`${i}-${n}.example TXT`] = [`v=spf1 ${next} -all`];
    }
    const ask = resolver({ ...wide, "acme.com TXT": ["v=spf1 include:0-0.example -all"] });
    expect((await checkSpf(ask, "acme.com")).code).toBe("too_many_lookups");
    expect(ask.asked.length).toBeLessThan(60);
  });
});

describe("DMARC", () => {
  const dmarc = (zone: Zone, domain = "acme.com") => checkDmarc(resolver(zone), domain);

  it("passes a record of the domain, and one of a parent with its policy for subdomains", async () => {
    expect(
      await dmarc({ "_dmarc.acme.com TXT": ["v=DMARC1; p=reject; rua=mailto:x@y"] }),
    ).toMatchObject({
      status: "pass",
      code: "ok",
    });
    expect(await dmarc({ "_dmarc.acme.com TXT": ["v=DMARC1;p=none"] })).toMatchObject({
      status: "pass",
      code: "monitoring",
    });
    const parent = { "_dmarc.acme.com TXT": ["v=DMARC1; p=reject; sp=quarantine"] };
    expect(await dmarc(parent, "mail.out.acme.com")).toMatchObject({
      status: "pass",
      code: "parent",
      found: ["v=DMARC1; p=reject; sp=quarantine (from acme.com)"],
    });
    const lax = { "_dmarc.acme.com TXT": ["v=DMARC1; p=reject; sp=none"] };
    expect(await dmarc(lax, "out.acme.com")).toMatchObject({ code: "monitoring" });
    const both = { ...parent, "_dmarc.out.acme.com TXT": ["v=DMARC1; p=none"] };
    expect(await dmarc(both, "out.acme.com")).toMatchObject({ found: ["v=DMARC1; p=none"] });
  });

  it.each([
    ["none", {}, "acme.com"],
    [
      "none",
      { "_dmarc.acme.com TXT": ["v=spf1 -all"], "_dmarc.com TXT": ["v=DMARC1; p=reject"] },
      "acme.com",
    ],
    ["multiple", { "_dmarc.acme.com TXT": ["v=DMARC1; p=none", "v=DMARC1; p=reject"] }, "acme.com"],
    ["syntax", { "_dmarc.acme.com TXT": ["v=DMARC1; rua=mailto:x@y"] }, "acme.com"],
    ["syntax", { "_dmarc.acme.com TXT": ["v=DMARC1; p=block"] }, "acme.com"],
  ] satisfies [string, Zone, string][])("fails with %s", async (code, zone, domain) => {
    expect(await dmarc(zone, domain)).toMatchObject({ status: "fail", code });
  });

  it("is unknown where the resolver fails, also on the way up", async () => {
    expect(await dmarc({ "_dmarc.acme.com TXT": "?" }, "a.acme.com")).toEqual(UNANSWERED);
  });
});

describe("DKIM", () => {
  const key = "v=DKIM1; k=rsa; p=" + "A".repeat(216);
  const dkim = (zone: Zone, own?: string[]) => checkDkim(resolver(zone), "acme.com", own);

  it("passes a key under a usual or a given selector, whatever else is broken", async () => {
    expect(await dkim({ "google._domainkey.acme.com TXT": [key] })).toMatchObject({
      status: "pass",
      found: [`google: ${key}`],
    });
    const ed = {
      "x9._domainkey.acme.com TXT": ["k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="],
    };
    expect(await dkim(ed, ["x9"])).toMatchObject({ status: "pass" });
    const two = {
      "s1._domainkey.acme.com TXT": ["v=DKIM1; p="],
      "s2._domainkey.acme.com TXT": [key],
    };
    expect(await dkim(two)).toMatchObject({ status: "pass" });
  });

  it("not finding one is unknown, unless the selector was given", async () => {
    expect(await dkim({})).toMatchObject({ status: "unknown", code: "not_found" });
    expect(await dkim({}, ["x9"])).toMatchObject({ status: "fail", code: "none" });
    expect(await dkim({ "k1._domainkey.acme.com TXT": "?" })).toEqual(UNANSWERED);
  });

  it.each([
    ["revoked", "v=DKIM1; p="],
    ["weak_key", `v=DKIM1; p=${"A".repeat(120)}`],
    ["syntax", "v=DKIM1; p=not*base64"],
  ])("fails with %s", async (code, text) => {
    expect(await dkim({ "mail._domainkey.acme.com TXT": [text] })).toMatchObject({
      status: "fail",
      code,
    });
  });
});

describe("MX, tracking domain and proof", () => {
  it("MX: servers pass, a refusal and a missing domain fail, trouble is unknown", async () => {
    const mx = async (zone: Zone) => {
      const { status, code } = await checkMx(resolver(zone), "acme.com");
      return [status, code];
    };
    expect(await mx({ "acme.com MX": ["mx.acme.com"] })).toEqual(["pass", "ok"]);
    expect(await mx({ "acme.com A": ["93.184.216.34"] })).toEqual(["pass", "no_mx"]);
    expect(await mx({ "acme.com MX": [""] })).toEqual(["fail", "null_mx"]);
    expect(await mx({ "acme.com TXT": ["x"] })).toEqual(["fail", "none"]);
    expect(await mx({})).toEqual(["fail", "nxdomain"]);
    expect(await mx({ "acme.com MX": "?" })).toEqual(["unknown", "resolver_failed"]);
  });

  it("the tracking domain leads to us by name or by address, and its owner proves it", async () => {
    const cname = async (zone: Zone) => {
      const { status, code } = await checkCname(resolver(zone), "t.acme.com", "out.example");
      return [status, code];
    };
    expect(await cname({ "t.acme.com CNAME": ["out.example"] })).toEqual(["pass", "ok"]);
    expect(await cname({ "t.acme.com CNAME": ["old.example"] })).toEqual(["fail", "wrong_target"]);
    expect(await cname({})).toEqual(["fail", "none"]);
    const ours = { "out.example A": ["192.0.2.1", "192.0.2.2"] };
    expect(await cname({ ...ours, "t.acme.com A": ["192.0.2.2"] })).toEqual(["pass", "addresses"]);
    expect(await cname({ ...ours, "t.acme.com A": ["192.0.2.9"] })).toEqual([
      "fail",
      "wrong_address",
    ]);
    expect(await cname({ "t.acme.com CNAME": "?" })).toEqual(["unknown", "resolver_failed"]);
    expect(await cname({ ...ours, "t.acme.com AAAA": "?" })).toEqual([
      "unknown",
      "resolver_failed",
    ]);

    const owner = async (zone: Zone) =>
      (await checkOwner(resolver(zone), "_outrider.t.acme.com", "outrider-verify=abc")).code;
    expect(await owner({ "_outrider.t.acme.com TXT": ["x", " outrider-verify=abc "] })).toBe("ok");
    expect(await owner({ "_outrider.t.acme.com TXT": ["outrider-verify=abd"] })).toBe(
      "wrong_value",
    );
    expect(await owner({})).toBe("none");
    expect(await owner({ "_outrider.t.acme.com TXT": "?" })).toBe("resolver_failed");
  });
});

describe("resolvers", () => {
  it("a resolver that gives no answer is asked one question, not forty", async () => {
    const dead = resolver({ "*": "?" });
    const facts = await domainFacts(
      [dead, resolver({ "acme.com MX": ["mx.acme.com"] })],
      "acme.com",
    );
    expect(dead.asked).toEqual(["acme.com MX"]);
    expect([facts.mx.status, facts.mx.agreement, facts.spf.status]).toEqual([
      "pass",
      "one",
      "fail",
    ]);
    expect((await domainFacts([dead, dead], "acme.com")).dmarc).toMatchObject({
      status: "unknown",
      agreement: "none",
    });
  });

  it("agree, disagree, or leave it to one of them; trouble never makes a fail", () => {
    const no = fail("none", "Add it.");
    const yes = pass(["x"]);
    expect(agreed([yes, yes])).toMatchObject({ status: "pass", agreement: "agree" });
    expect(agreed([no, UNANSWERED])).toMatchObject({ status: "fail", agreement: "one" });
    expect(agreed([UNANSWERED, yes])).toMatchObject({ status: "pass", agreement: "one" });
    expect(agreed([yes])).toMatchObject({ status: "pass", agreement: "one" });
    expect(agreed([UNANSWERED, UNANSWERED])).toMatchObject({
      status: "unknown",
      agreement: "none",
    });
    expect(agreed([no, yes])).toMatchObject({
      status: "unknown",
      code: "resolvers_disagree",
      found: ["x"],
      agreement: "disagree",
    });
  });
});
