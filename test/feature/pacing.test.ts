import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { explain } from "#modules/campaigns/forecast/explain-lead.ts";
import { judgeJunk } from "#modules/campaigns/pacing/judge-junk.ts";
import { keepRoutes } from "#modules/leads/validation/route-store.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { asId, type LeadId, type WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import { companionPlay } from "#test/support/companion-play.ts";
import { seedOutreach } from "#test/support/outreach.ts";

const SLOW_DOWN = {
  ending: "reply",
  phase: "rcpt",
  code: 421,
  enhanced: "4.7.28",
  response: "4.7.28 Our system has detected an unusual rate of unsolicited mail",
} as const;

/** A campaign over one mailbox without a gap, with so many leads at Google and at Microsoft. */
async function paced(
  options: { google?: number; microsoft?: number; ageDays?: number; pacing?: object } = {},
) {
  const { google = 0, microsoft = 0, ageDays = 60, pacing = {} } = options;
  const o = await companionPlay();
  const { t, wid } = o;
  const { now } = t.clock;
  await t.put(`/api/v1/workspaces/${wid}/settings`, { pacing });
  const addresses = (provider: string, n: number) =>
    Array.from({ length: n }, (_, i) => `lead${i}@${provider}-${i}.test`);
  const seeded = await seedOutreach(t, wid, {
    leads: [...addresses("google", google), ...addresses("microsoft365", microsoft)],
    steps: [{ subject: "Hello", bodyText: "Hi" }],
    mailboxes: [{ createdAt: later(now, -ageDays * DAY_MS) }],
  });
  for (const { id, domain } of await t.db.select().from(leads)) {
    const provider = domain.replace(/-\d+\.test$/, "");
    const found = JSON.stringify({ mx: { state: "mx", hosts: [], provider } });
    await t.db.run(sql`UPDATE leads SET validation = ${found} WHERE id = ${id}`);
  }
  const ctx = inWorkspace(t.deps, wid as WorkspaceId);
  const list = async () => (await t.get(`/api/v1/workspaces/${wid}/pacing`)).json.data;
  const all = async () => {
    const mails = [];
    for (let more = await o.run(); more.length > 0; more = await o.run()) mails.push(...more);
    return mails;
  };
  return { ...o, ...seeded, ctx, list, all };
}

describe("pacing by the provider of recipients", () => {
  it("lets a new sending domain begin small at a big provider, and tells when the others leave", async () => {
    const o = await paced({ google: 25, microsoft: 5, ageDays: 0 });
    const mails = await o.all();
    await o.deliver(mails);
    expect(mails).toHaveLength(25);
    expect(await o.list()).toMatchObject([
      { recipients: "google", sent_today: 20, limit: 20, status: "limit_reached" },
      { recipients: "microsoft365", sent_today: 5, limit: 20, status: "growing" },
    ]);
    const waiting = (await o.t.db.select().from(campaignLeads)).find((e) => e.status === "pending");
    const midnight = new Date(Date.UTC(2026, 10, 19)).toISOString();
    const said = await explain(o.ctx, o.campaignId, waiting?.leadId ?? asId<LeadId>(0));
    expect(said).toMatchObject({ earliest_at: midnight, decided_by: "provider_limit" });
    expect(said.message).toBe("20 of 20 emails sent to Google today (UTC).");
    const shown = (await o.t.get(`/api/v1/workspaces/${o.wid}/campaigns/${o.campaignId}`)).json;
    expect(shown.sending_status).toMatchObject({
      code: "provider_limit_reached",
      next_send_at: midnight,
    });
    o.t.advance(12 * HOUR_MS);
    expect(await o.all()).toHaveLength(5);
  });

  it("halves one provider that asks to slow down: its mails wait without a try, the others go on", async () => {
    const o = await paced({ google: 30, microsoft: 30 });
    const first = await o.run();
    await o.intend(first);
    const [away, taken] = [true, false].map((isGoogle) =>
      first.filter((mail) => mail.to[0]?.address.includes("google") === isGoogle),
    );
    expect(away?.length).toBeGreaterThan(3);
    await o.settle(away ?? [], SLOW_DOWN);
    await o.settle(taken ?? []);
    const queued = (await o.t.db.select().from(sends)).filter((send) => send.state === "queued");
    expect(queued).toHaveLength(away?.length ?? 0);
    expect(new Set(queued.map((send) => send.attempts))).toEqual(new Set([0]));
    const rest = await o.all();
    await o.deliver(rest);
    expect(await o.list()).toMatchObject([
      { recipients: "google", status: "held", refusal: SLOW_DOWN.response },
      { recipients: "microsoft365", status: "open", limit: null },
    ]);
    expect(rest.filter((mail) => mail.to[0]?.address.includes("google"))).toEqual([]);
    expect(rest.length + (taken?.length ?? 0)).toBe(30);
    const lead = queued[0]?.leadId ?? asId<LeadId>(0);
    expect(await explain(o.ctx, o.campaignId, lead)).toMatchObject({
      earliest_at: new Date(o.t.clock.now + 15 * MINUTE_MS).toISOString(),
      message: "Google asked to slow down. Its recipients wait.",
    });
    o.t.advance(16 * MINUTE_MS);
    const again = await o.all();
    await o.deliver(again);
    // Half of what a day begins with, since this domain has sent nothing before.
    expect(again).toHaveLength(10);
    o.t.advance(DAY_MS);
    expect(await o.all()).toHaveLength(20);
  });

  it("closes the gate for what was handed over before the provider asked", async () => {
    const o = await paced({ google: 10 });
    const mails = await o.run();
    await o.intend(mails.slice(0, 1));
    await o.settle(mails.slice(0, 1), SLOW_DOWN);
    expect((await o.intend(mails.slice(1))).granted).toEqual([]);
  });

  it("resumes for a person at once", async () => {
    const o = await paced({ google: 6 });
    const mails = await o.run();
    await o.intend(mails);
    await o.settle(mails, SLOW_DOWN);
    const path = `/api/v1/workspaces/${o.wid}/pacing/resume`;
    const place = { domain: "ours.test", recipients: "google" };
    expect((await o.t.post(path, { ...place, recipients: "yahoo" })).status).toBe(404);
    expect((await o.t.post(path, place)).json).toMatchObject({ status: "open", limit: null });
    o.t.advance(15 * MINUTE_MS);
    expect(await o.all()).toHaveLength(6);
  });

  it("throttles and stops one provider where too much lies in junk, while others go on", async () => {
    const o = await paced({ google: 30, microsoft: 5 });
    await o.deliver((await o.run()).slice(0, 1));
    const found = { domain: "ours.test", recipients: "google", junk: 2, of: 8 };
    await judgeJunk(o.ctx, { ...found, of: 7 });
    expect((await o.list())[0]).toMatchObject({ status: "open" });
    await judgeJunk(o.ctx, found);
    expect((await o.list())[0]).toMatchObject({ status: "throttled", limit: 10 });
    await judgeJunk(o.ctx, { ...found, junk: 4 });
    expect((await o.list())[0]).toMatchObject({
      status: "paused",
      limit: 0,
      reason: expect.stringContaining("4 of 8 emails were in junk."),
    });
    const rest = await o.all();
    expect(rest.filter((mail) => mail.to[0]?.address.includes("google"))).toEqual([]);
    expect(rest.length).toBeGreaterThanOrEqual(4);
    await judgeJunk(o.ctx, { ...found, junk: 0 });
    expect((await o.list())[0]).toMatchObject({ status: "open" });
  });

  it("knows a provider by the MX of the domain, where the lead was never validated", async () => {
    const o = await paced({ google: 3, microsoft: 1, ageDays: 0, pacing: { start_per_day: 2 } });
    await o.t.db.run(sql`UPDATE leads SET validation = NULL`);
    const route = {
      state: "mx" as const,
      hosts: ["aspmx.l.google.com"],
      provider: "google",
      trouble: null,
      alias: false,
      warnings: [],
    };
    const domains = ["google-0.test", "google-1.test", "google-2.test"];
    const routes = domains.map((domain) => [domain, { route, ttl: 3_600 }] as const);
    await runBatch(o.t.deps.install, keepRoutes(o.t.deps.install, routes, o.t.clock.now));
    const mails = await o.all();
    expect(mails.filter((mail) => mail.to[0]?.address.includes("google"))).toHaveLength(2);
    // Of the other nobody knows where it goes: nothing paces it.
    expect(mails).toHaveLength(3);
    expect((await o.list()).map((pace: { recipients: string }) => pace.recipients)).toEqual([
      "google",
    ]);
  });

  it("changes nothing where it is off, as in workspaces from before it", async () => {
    const o = await paced({ google: 25, ageDays: 0, pacing: { enabled: false } });
    await o.t.db.run(sql`UPDATE workspace_settings SET value = '{"pacing_before":true}'`);
    const settings = (await o.t.get(`/api/v1/workspaces/${o.wid}/settings`)).json;
    expect(settings.pacing).toMatchObject({ enabled: false, start_per_day: 20, growth_pct: 20 });
    const mails = await o.all();
    expect(mails).toHaveLength(25);
    await o.intend(mails);
    await o.settle(mails, SLOW_DOWN);
    expect(await o.list()).toEqual([]);
    const rows = await o.t.db.select().from(sends);
    expect(new Set(rows.map((send) => send.attempts))).toEqual(new Set([1]));
  });
});
