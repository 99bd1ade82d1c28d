import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { runBatch } from "#platform/db/db.ts";
import type { CampaignId, MailboxId, StepId, WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { statStatement } from "#modules/campaigns/stats/stat-statement.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { CLIENT_ADDRESS, harness } from "#test/support/harness.ts";
import { seedOutreach } from "#test/support/outreach.ts";

/** A workspace with one started campaign that did something today and two days ago. */
async function reported(settings: Record<string, string> = {}) {
  const t = await harness({ settings: { REPORTS_DEFAULT: "on", ...settings } });
  const { wid, workspace } = await t.signUp("Ann", "ann@example.com");
  const seeded = await seedOutreach(t, wid, {
    leads: ["lead-of-a-test@acme.test"],
    campaign: { name: "Spring <b>campaign</b>", startedAt: t.clock.now },
  });
  const { campaignId } = seeded;
  const ctx = inWorkspace(t.deps, wid as WorkspaceId);
  const line = { campaignId, stepId: 1 as StepId, variant: "control", mailboxId: 1 as MailboxId };
  const counts = [
    ...Array.from({ length: 10 }, () => ["sent", 0] as const),
    ["contacted", 0],
    ["bounces", 0],
    ["unique_opens", 0],
    ["machine_opens", 0],
    ["sent", 2],
    ["unique_replies", 2],
    ["positive_replies", 2],
  ] as const;
  await runBatch(t.db, [
    statStatement(
      ctx,
      counts.map(([metric, ago]) => ({ ...line, metric, at: later(t.clock.now, -ago * DAY_MS) })),
    ),
  ]);
  const base = `/api/v1/report/${workspace.slug}`;
  const get = (path: string) => t.get(`${base}/${path}`, { cookie: "" });
  const change = (report: object) => t.put(`/api/v1/workspaces/${wid}/settings`, { report });
  return { t, wid, campaignId, base, get, change, slug: workspace.slug as string };
}

describe("the public report", () => {
  it("200 with the sums of the range and of every day, and nothing else", async () => {
    const r = await reported();
    const stats = await r.get("stats?days=3");
    expect(stats.status).toBe(200);
    expect(stats.headers.get("x-robots-tag")).toBe("noindex");
    expect(stats.headers.get("cache-control")).toBe("public, max-age=60");
    expect(stats.headers.get("access-control-allow-origin")).toBe("*");
    const sums = {
      contacted: 1,
      sent: 11,
      refused: 0,
      delivered: 10,
      unique_opens: 1,
      unique_clicks: 0,
      unique_replies: 1,
      positive_replies: 1,
      bounces: 1,
      unsubscribes: 0,
      meetings_booked: 0,
    };
    const rates = {
      open_rate: 0.1,
      click_rate: 0,
      reply_rate: 1,
      positive_reply_rate: 1,
      bounce_rate: 0.0909,
      unsubscribe_rate: 0,
      meeting_rate: 0,
    };
    expect(stats.json).toEqual({
      workspace: { name: expect.any(String), logo: null },
      branding: { name: "Outrider", logo_url: null, accent: null },
      range: { from: "2026-11-16", to: "2026-11-18", days: 3 },
      totals: sums,
      rates,
      all_time: { totals: sums, rates },
      by_day: [
        expect.objectContaining({ date: "2026-11-16", sent: 1, unique_replies: 1 }),
        expect.objectContaining({ date: "2026-11-17", sent: 0 }),
        expect.objectContaining({ date: "2026-11-18", sent: 10, delivered: 9 }),
      ],
    });
    const weekly = await r.get("timeline?days=3&interval=week");
    expect(weekly.json.points).toEqual([expect.objectContaining({ date: "2026-11-16", sent: 11 })]);
    const monthly = await r.get("timeline?days=30&interval=month");
    expect(monthly.json.points.map((p: { date: string }) => p.date)).toEqual([
      "2026-10-01",
      "2026-11-01",
    ]);
    expect((await r.get("timeline?interval=hour")).status).toBe(400);
  });

  it("lists campaigns that were started, by name or nameless as the workspace says", async () => {
    const r = await reported();
    await r.t.post(`/api/v1/workspaces/${r.wid}/campaigns`, { name: "A draft" });
    const listed = await r.get("campaigns");
    expect(listed.json).toMatchObject({
      data: [{ name: "Spring <b>campaign</b>", status: "active", sent: 11, bounces: 1 }],
      pagination: { page: 1, total: 1 },
    });
    expect((await r.change({ show_campaign_names: false })).status).toBe(200);
    const nameless = await r.get("campaigns");
    expect(nameless.json.data.map((c: { name: string }) => c.name)).toEqual(["Campaign 1"]);
    for (const { text } of [listed, nameless, await r.get("stats"), await r.get("timeline")]) {
      expect(text).not.toMatch(/@|"(id|[a-z]+_id|email)"|lead-of-a-test|sender/);
    }
    await r.t.db
      .update(campaigns)
      .set({ deletedAt: r.t.clock.now })
      .where(eq(campaigns.id, r.campaignId as CampaignId));
    r.t.advance(61_000);
    expect((await r.get("campaigns")).json.data).toEqual([]);
  });

  it("404 alike where it is switched off, at once, and where nobody has the slug", async () => {
    const r = await reported();
    expect((await r.get("stats")).status).toBe(200);
    await r.change({ enabled: false });
    const missing = await r.t.get("/api/v1/report/nobody-has-this/stats");
    for (const part of ["stats", "campaigns", "timeline"]) {
      const answer = await r.get(part);
      expect(answer.status).toBe(404);
      expect(answer.headers.get("x-robots-tag")).toBe("noindex");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect({ ...answer.json, request_id: "" }).toEqual({ ...missing.json, request_id: "" });
    }
    await r.change({ enabled: true });
    expect((await r.get("stats")).status).toBe(200);
    await r.t.db.update(workspaces).set({ deletedAt: r.t.clock.now });
    expect((await r.get("stats")).status).toBe(404);
    expect((await r.t.get(`/api/v1/report/${r.slug}/elsewhere`)).status).toBe(404);
  });

  it("is off for workspaces that say nothing where the operator says so", async () => {
    const r = await reported({ REPORTS_DEFAULT: "off" });
    expect((await r.get("stats")).status).toBe(404);
    await r.change({ enabled: true });
    expect((await r.get("stats")).status).toBe(200);
  });

  it("is counted once a minute, and asked for thirty times a minute by one address", async () => {
    const r = await reported();
    const sent = async () => (await r.get("stats")).json.totals.sent;
    expect(await sent()).toBe(11);
    const ctx = inWorkspace(r.t.deps, r.wid as WorkspaceId);
    const at = r.t.clock.now;
    const line = { campaignId: r.campaignId, stepId: 1 as StepId, variant: "control" };
    await runBatch(r.t.db, [
      statStatement(ctx, [{ ...line, metric: "sent", at, mailboxId: 1 as MailboxId }]),
    ]);
    expect(await sent()).toBe(11);
    r.t.advance(61_000);
    expect(await sent()).toBe(12);
    for (let i = 0; i < 29; i++) expect((await r.get("stats")).status).toBe(200);
    expect((await r.get("stats")).status).toBe(429);
    const other = await r.t.get(`${r.base}/stats`, { [CLIENT_ADDRESS]: "198.51.100.9" });
    expect(other.status).toBe(200);
  });

  it("walks no table", async () => {
    const r = await reported();
    if (r.t.database === "d1") return;
    await assertNoScans(r.t.client, async () => {
      await r.get("stats");
      await r.get("campaigns");
    });
  });
});
