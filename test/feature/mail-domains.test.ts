import { afterEach, describe, expect, it } from "vitest";
import { domainChecks } from "#modules/mailboxes/schema/domains.ts";
import { findRoute } from "#platform/rules/dns/find-route.ts";
import { HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { type DnsZone, resolverOf } from "#test/support/dns-zone.ts";
import { harness, type HarnessOptions } from "#test/support/harness.ts";
import { ANSWERING, MAILBOX_BODY } from "#test/support/records.ts";

const GOOD: Record<string, DnsZone[string]> = {
  "acme.com MX": ["aspmx.l.google.com"],
  "acme.com TXT": ["v=spf1 include:_spf.google.com ~all"],
  "_spf.google.com TXT": ["v=spf1 ip4:192.0.2.0/24 ~all"],
  "google._domainkey.acme.com TXT": [`v=DKIM1; p=${"A".repeat(216)}`],
  "_dmarc.acme.com TXT": ["v=DMARC1; p=reject"],
};
const open: { close(): void }[] = [];
afterEach(() => open.splice(0).forEach((t) => t.close()));

async function setUp(zones: readonly DnsZone[], options: HarnessOptions = {}) {
  const t = await harness({
    ...ANSWERING,
    dns: () => ({
      atOnce: 6,
      ask: resolverOf(zones[0] ?? {}),
      resolvers: zones.map(resolverOf),
      route: async () => null,
    }),
    ...options,
  });
  open.push(t);
  const { wid } = await t.signUp();
  const base = `/api/v1/workspaces/${wid}`;
  const add = async (email: string, body: object = {}) => {
    const names = { smtp_username: email, imap_username: email };
    const made = await t.post(`${base}/mailboxes`, { ...MAILBOX_BODY, ...names, email, ...body });
    if (made.status !== 201) throw new Error(made.text);
    return made.json.id as number;
  };
  const verify = async (body: object = {}) =>
    (await t.post(`${base}/settings/verify-dns`, body)).json;
  const round = async () => {
    await t.tick();
    await t.drain();
  };
  return { t, wid, base, add, verify, round };
}

const GOOGLE = { smtp_host: "smtp.gmail.com", imap_host: "imap.gmail.com" };

describe("POST /settings/verify-dns", () => {
  it("200: each record with its host, what is found and that all is well", async () => {
    const { add, verify } = await setUp([GOOD, GOOD]);
    await add("ann@acme.com", GOOGLE);
    const answer = await verify();
    expect(answer).toMatchObject({
      ok: true,
      resolvers: 2,
      checked_at: "2026-11-18T12:00:00.000Z",
    });
    expect(answer.records).toEqual([
      {
        domain: "acme.com",
        name: "mx",
        type: "MX",
        host: "acme.com",
        expected: null,
        found: ["aspmx.l.google.com"],
        status: "pass",
        code: "ok",
        hint: null,
        agreement: "agree",
      },
      expect.objectContaining({ name: "spf", type: "TXT", host: "acme.com", status: "pass" }),
      expect.objectContaining({ name: "dkim", host: "google._domainkey.acme.com", status: "pass" }),
      expect.objectContaining({ name: "dmarc", host: "_dmarc.acme.com", status: "pass" }),
    ]);
  });

  it("200: tells the record to set, by the provider that really sends", async () => {
    const zone: Record<string, DnsZone[string]> = {
      "acme.com MX": ["mx.acme.com"],
      "acme.com TXT": ["v=spf1 a:old.acme.com -all"],
      "two.com MX": ["mx.two.com"],
      "two.com TXT": ["v=spf1 include:a.example ~all", "v=spf1 include:b.example -all"],
    };
    const { add, verify } = await setUp([zone]);
    await add("ann@acme.com", GOOGLE);
    await add("ann@two.com", { smtp_host: "mail.two.com" });
    const { records, ok } = await verify();
    const of = (domain: string, name: string) =>
      records.find((r: { domain: string; name: string }) => r.domain === domain && r.name === name);
    expect(ok).toBe(false);
    expect(of("acme.com", "spf")).toMatchObject({
      status: "fail",
      code: "provider_missing",
      found: ["v=spf1 a:old.acme.com -all"],
      expected: "v=spf1 a:old.acme.com include:_spf.google.com -all",
      hint: expect.stringContaining("Gmail and Google Workspace"),
      agreement: "one",
    });
    expect(of("acme.com", "dkim")).toMatchObject({
      status: "unknown",
      host: "google._domainkey.acme.com",
    });
    expect(of("acme.com", "dmarc")).toMatchObject({
      status: "fail",
      code: "none",
      host: "_dmarc.acme.com",
      expected: "v=DMARC1; p=none",
    });
    expect(of("two.com", "spf")).toMatchObject({
      code: "multiple",
      expected: "v=spf1 include:a.example include:b.example ~all",
    });
    const missing = (await verify({ domain: "Missing.com." })).records;
    expect(missing.map((r: { status: string; code: string }) => [r.status, r.code])).toEqual([
      ["fail", "nxdomain"],
      ["fail", "none"],
      ["unknown", "not_found"],
      ["fail", "none"],
    ]);
  });

  it("200: resolvers that disagree or fail leave it unknown, never fail; one that answers is enough", async () => {
    const bare: Record<string, DnsZone[string]> = { "acme.com MX": ["aspmx.l.google.com"] };
    const two = await setUp([GOOD, bare]);
    await two.add("ann@acme.com", GOOGLE);
    const torn = (await two.verify()).records;
    expect(torn.map((r: { status: string }) => r.status)).toEqual([
      "pass",
      "unknown",
      "unknown",
      "unknown",
    ]);
    expect(torn[1]).toMatchObject({ code: "resolvers_disagree", agreement: "disagree" });

    const half = await setUp([{ "*": "?" }, GOOD]);
    await half.add("ann@acme.com", GOOGLE);
    expect(await half.verify()).toMatchObject({
      ok: true,
      records: [{ agreement: "one" }, {}, {}, {}],
    });

    const dead = await setUp([{ "*": "?" }, { "*": "?" }]);
    await dead.add("ann@acme.com", GOOGLE);
    for (const record of (await dead.verify()).records) {
      expect(record).toMatchObject({
        status: "unknown",
        code: "resolver_failed",
        agreement: "none",
      });
    }
  });

  it("200: looks for keys of the given names", async () => {
    const zone: Record<string, DnsZone[string]> = {
      "x9._domainkey.acme.com TXT": [`v=DKIM1; p=${"B".repeat(216)}`],
    };
    const { verify } = await setUp([zone]);
    const dkim = async (body: object) => (await verify({ domain: "acme.com", ...body })).records[2];
    expect(await dkim({ dkim_selectors: ["x9"] })).toMatchObject({
      status: "pass",
      host: "x9._domainkey.acme.com",
    });
    expect(await dkim({ dkim_selectors: ["x8"] })).toMatchObject({ status: "fail", code: "none" });
    expect(await dkim({})).toMatchObject({ status: "unknown" });
  });

  it("422: what is no domain, no selector or no field", async () => {
    const { t, base } = await setUp([GOOD]);
    for (const [body, path] of [
      [{ domain: "localhost" }, "domain"],
      [{ domain: "127.0.0.1" }, "domain"],
      [{ domain: "http://acme.com" }, "domain"],
      [{ domain: "acme.com:53" }, "domain"],
      [{ domain: "a b.com" }, "domain"],
      [{ dkim_selectors: [] }, "dkim_selectors"],
      [{ dkim_selectors: ["a/b"] }, "dkim_selectors.0"],
      [{ domains: [] }, "domains"],
    ] as const) {
      const answer = await t.post(`${base}/settings/verify-dns`, body);
      expect([answer.status, answer.json.errors[0].path]).toEqual([422, path]);
    }
  });
});

describe("the check in the background", () => {
  it("asks about each domain once for all mailboxes, again after hours, sooner where something is wrong", async () => {
    const zone: Record<string, DnsZone[string]> = { ...GOOD };
    const { t, add, round } = await setUp([zone]);
    await add("ann@acme.com", GOOGLE);
    await add("bob@acme.com", GOOGLE);
    await round();
    const row = async () => (await t.db.select().from(domainChecks))[0];
    expect(await t.db.select().from(domainChecks)).toHaveLength(1);
    expect(await row()).toMatchObject({
      domain: "acme.com",
      checkedAt: t.clock.now,
      dueAt: t.clock.now + 6 * HOUR_MS,
      facts: { spf: { status: "pass", lookups: 1, includes: ["_spf.google.com"] } },
    });
    delete zone["_dmarc.acme.com TXT"];
    t.advance(6 * HOUR_MS);
    await round();
    expect((await row())?.facts?.dmarc.status).toBe("fail");
    expect((await row())?.dueAt).toBe(t.clock.now + 30 * MINUTE_MS);
    // The resolver is away: what was known stays.
    zone["*"] = "?";
    t.advance(30 * MINUTE_MS);
    await round();
    expect(await row()).toMatchObject({
      checkedAt: t.clock.now - 30 * MINUTE_MS,
      dueAt: t.clock.now + 15 * MINUTE_MS,
      facts: { mx: { status: "pass" } },
    });
  });

  it("follows a changed address, forgets a domain that nobody uses, and walks no table", async () => {
    const { t, base, add, round } = await setUp([GOOD]);
    const id = await add("ann@acme.com", GOOGLE);
    await assertNoScans(t.client, round);
    expect((await t.put(`${base}/mailboxes/${id}`, { email: "ann@two.com" })).status).toBe(200);
    t.advance(6 * HOUR_MS);
    await round();
    expect((await t.db.select().from(domainChecks)).map((row) => row.domain)).toEqual(["two.com"]);
    expect((await t.delete(`${base}/mailboxes/${id}`)).status).toBe(204);
    t.advance(6 * HOUR_MS);
    await round();
    expect(await t.db.select().from(domainChecks)).toEqual([]);
  });
});

describe("GET /mailboxes/presets", () => {
  it("200: the large providers, and whose an address is", async () => {
    const { t, base } = await setUp([GOOD], {
      dns: () => ({
        atOnce: 1,
        ask: resolverOf(GOOD),
        resolvers: [resolverOf(GOOD)],
        route: (domain) => findRoute(resolverOf(GOOD), domain),
      }),
    });
    const guess = async (email: string) =>
      (await t.get(`${base}/mailboxes/presets?email=${email}`)).json.guess;
    const all = await t.get(`${base}/mailboxes/presets`);
    expect([all.status, all.json.guess]).toEqual([200, null]);
    expect(all.json.data[0]).toMatchObject({
      id: "google",
      smtp: { host: "smtp.gmail.com", port: 465, security: "tls" },
      imap: { host: "imap.gmail.com", port: 993, security: "tls" },
      help: expect.stringContaining("app password"),
    });
    expect(await guess("ann@gmail.com")).toEqual({ preset: "google", by: "address" });
    expect(await guess("ann@acme.com")).toEqual({ preset: "google", by: "mx" });
    expect(await guess("ann@unknown.example")).toBeNull();
    expect((await t.get(`${base}/mailboxes/presets?email=ann`)).status).toBe(400);
  });
});
