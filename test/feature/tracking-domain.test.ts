import { afterEach, describe, expect, it } from "vitest";
import type { EgressResult } from "#platform/ctx/ports.ts";
import { trackingDomains } from "#modules/links/schema/tracking-domains.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { type DnsZone, resolverOf } from "#test/support/dns-zone.ts";
import { harness, type HarnessOptions } from "#test/support/harness.ts";
import { ANSWERING, MAILBOX_BODY } from "#test/support/records.ts";

const HOST = "go.acme.com";
const open: { close(): void }[] = [];
afterEach(() => open.splice(0).forEach((t) => t.close()));

async function setUp(options: HarnessOptions = {}) {
  const zone: Record<string, DnsZone[string]> = {};
  const web: { answer: "itself" | EgressResult; asked: string[] } = { answer: "itself", asked: [] };
  const t = await harness({
    ...ANSWERING,
    settings: { BASE_URL: "https://out.ours.example" },
    dns: () => ({
      atOnce: 6,
      ask: resolverOf(zone),
      resolvers: [resolverOf(zone), resolverOf(zone)],
      route: async () => null,
    }),
    egress: {
      get: async ({ url }): Promise<EgressResult> => {
        web.asked.push(url);
        if (web.answer !== "itself") return web.answer;
        // The certificate and the way to us are the operator's; behind them the app answers.
        const response = await t.app.request(url);
        const reply = { status: response.status, body: await response.text(), retryAfter: null };
        return { ok: true, reply };
      },
    },
    ...options,
  });
  open.push(t);
  const { wid, cookie } = await t.signUp();
  const base = `/api/v1/workspaces/${wid}`;
  const path = `${base}/settings/tracking-domain`;
  const set = async (domain: string | null) => (await t.put(path, { domain })).json;
  const token = async () => (await t.db.select().from(trackingDomains))[0]?.token ?? "";
  const publish = async () => {
    zone[`${HOST} CNAME`] = ["out.ours.example"];
    zone[`_outrider.${HOST} TXT`] = [`outrider-verify=${await token()}`];
  };
  const round = async () => {
    await t.tick();
    await t.drain();
  };
  const row = async () => (await t.db.select().from(trackingDomains))[0];
  const shown = async () => (await t.get(`${base}/settings`)).json.tracking;
  return { t, wid, cookie, base, path, set, publish, round, row, shown, zone, web };
}

describe("PUT /settings/tracking-domain", () => {
  it("200: tells the records to add; used once they, and https, are right", async () => {
    const { set, publish, round, row, shown, web, t } = await setUp();
    const answer = await set("Go.Acme.com.");
    expect(answer).toEqual({
      domain: HOST,
      status: "pending",
      ssl: "pending",
      cname_target: "out.ours.example",
      records: [
        expect.objectContaining({
          name: "tracking",
          type: "CNAME",
          host: HOST,
          expected: "out.ours.example",
          status: "unknown",
          found: [],
        }),
        expect.objectContaining({
          name: "tracking_owner",
          type: "TXT",
          host: `_outrider.${HOST}`,
          expected: expect.stringMatching(/^outrider-verify=[0-9a-f]{32}$/),
        }),
      ],
      links_lead_to: "https://out.ours.example",
      checked_at: null,
      verified_at: null,
    });
    await round();
    expect(await shown()).toMatchObject({ domain: HOST, status: "pending", ssl: "pending" });
    expect(web.asked).toEqual([]);
    await publish();
    t.advance(MINUTE_MS);
    await round();
    expect(await shown()).toMatchObject({ domain: HOST, status: "verified", ssl: "active" });
    expect(web.asked[0]).toMatch(/^https:\/\/go\.acme\.com\/unsubscribe\//);
    expect((await set(HOST)).links_lead_to).toBe(`https://${HOST}`);
    expect((await row())?.dueAt).toBe(t.clock.now + 6 * HOUR_MS);

    expect(await set(null)).toMatchObject({ domain: null, status: null, ssl: null, records: [] });
    expect(await row()).toBeUndefined();
  });

  it("the certificate and another server behind the name are told apart", async () => {
    const { set, publish, round, shown, web, t } = await setUp();
    await set(HOST);
    await publish();
    for (const [answer, ssl] of [
      [{ ok: false, error: "tls" }, "failed"],
      [{ ok: false, error: "timeout" }, "pending"],
      [{ ok: true, reply: { status: 200, body: "Welcome!", retryAfter: null } }, "failed"],
      [{ ok: true, reply: { status: 404, body: "", retryAfter: null } }, "failed"],
    ] satisfies [EgressResult, string][]) {
      web.answer = answer;
      t.advance(MINUTE_MS);
      await round();
      expect(await shown()).toMatchObject({ status: "pending", ssl });
    }
  });

  it("falls back to the install when the records go, after a second look, with a notice; comes back by itself", async () => {
    const { set, publish, round, row, zone, t, base } = await setUp();
    await set(HOST);
    await publish();
    await round();
    expect((await row())?.status).toBe("verified");
    // Trouble of the resolvers changes nothing.
    zone["*"] = "?";
    t.advance(6 * HOUR_MS);
    await round();
    t.advance(HOUR_MS);
    await round();
    expect(await row()).toMatchObject({ status: "verified", ssl: "active" });
    delete zone["*"];
    zone[`${HOST} CNAME`] = ["elsewhere.example"];
    t.advance(HOUR_MS);
    await round();
    expect((await row())?.status).toBe("verified");
    t.advance(10 * MINUTE_MS);
    await round();
    expect((await row())?.status).toBe("failed");
    const notices = (await t.get(`${base}/notifications`)).json.data;
    expect(notices).toEqual([
      expect.objectContaining({
        kind: "tracking_domain_failed",
        severity: "warning",
        target: { kind: "settings", id: null },
      }),
    ]);
    await publish();
    t.advance(HOUR_MS);
    await round();
    expect((await row())?.status).toBe("verified");
  });

  it("409: another workspace's domain; a claim that was never proved lapses after three days", async () => {
    const { t, set, row, cookie, wid } = await setUp();
    await set(HOST);
    const other = await t.signUp("Bob", "bob@example.com");
    const theirs = `/api/v1/workspaces/${other.wid}/settings/tracking-domain`;
    const refused = await t.put(theirs, { domain: HOST });
    expect([refused.status, refused.json.code]).toEqual([409, "conflict"]);
    expect(
      (await t.get(`/api/v1/workspaces/${other.wid}/settings`)).json.tracking.domain,
    ).toBeNull();
    t.advance(3 * DAY_MS + MINUTE_MS);
    expect((await t.put(theirs, { domain: HOST })).status).toBe(200);
    expect((await row())?.workspaceId).toBe(other.wid);
    t.useCookie(cookie);
    expect(
      (await t.put(`/api/v1/workspaces/${wid}/settings/tracking-domain`, { domain: HOST })).status,
    ).toBe(409);
  });

  it("409: two workspaces that claim one host at a time", async () => {
    const { t, cookie, wid, row } = await setUp();
    const other = await t.signUp("Bob", "bob@example.com");
    const put = (id: number, of: string) =>
      t.request(
        "PUT",
        `/api/v1/workspaces/${id}/settings/tracking-domain`,
        { domain: HOST },
        { cookie: of },
      );
    const statuses = (await Promise.all([put(wid, cookie), put(other.wid, other.cookie)])).map(
      (a) => a.status,
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await row()).toMatchObject({ host: HOST });
  });

  it("422: our own host, inner names, addresses and nonsense", async () => {
    const { t, path, row } = await setUp({
      settings: { BASE_URL: "https://out.ours.example", ALLOW_PRIVATE_NETWORKS: "false" },
    });
    for (const [domain, code] of [
      ["out.ours.example", "own_host"],
      ["OUT.ours.example.", "own_host"],
      ["ours.example", "own_host"],
      ["db.internal", "not_public"],
      ["printer.local", "not_public"],
      ["127.0.0.1", "invalid_domain"],
      ["localhost", "invalid_domain"],
      ["https://go.acme.com", "invalid_domain"],
      ["go.acme.com/path", "invalid_domain"],
      ["go.acme.com:8443", "invalid_domain"],
      ["a b.com", "invalid_domain"],
      ["", "invalid_domain"],
    ]) {
      const answer = await t.put(path, { domain });
      expect([domain, answer.status, answer.json.errors?.[0]]).toEqual([
        domain,
        422,
        expect.objectContaining({ path: "domain", code }),
      ]);
    }
    expect((await t.put(path, {})).status).toBe(422);
    expect(await row()).toBeUndefined();
  });

  it("verify-dns checks it as well, at once; a mailbox may name no other one", async () => {
    const { t, base, set, publish, shown } = await setUp();
    await set(HOST);
    await publish();
    const { records } = (await t.post(`${base}/settings/verify-dns`)).json;
    expect(records.map((r: { name: string; status: string }) => [r.name, r.status])).toEqual([
      ["tracking", "pass"],
      ["tracking_owner", "pass"],
    ]);
    expect((await shown()).status).toBe("verified");
    const foreign = await t.post(`${base}/mailboxes`, {
      ...MAILBOX_BODY,
      tracking_domain: "evil.example",
    });
    expect([foreign.status, foreign.json.errors[0]]).toEqual([
      422,
      expect.objectContaining({ path: "tracking_domain", code: "not_own_domain" }),
    ]);
    const made = await t.post(`${base}/mailboxes`, { ...MAILBOX_BODY, tracking_domain: HOST });
    expect([made.status, made.json.tracking_domain]).toEqual([201, HOST]);
    const moved = await t.put(`${base}/mailboxes/${made.json.id}`, {
      tracking_domain: "x.example",
    });
    expect(moved.status).toBe(422);
  });
});
