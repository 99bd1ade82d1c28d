import { afterEach, describe, expect, it } from "vitest";
import { runBatch } from "#platform/db/db.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { asId, type StepId } from "#platform/rules/ids.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { type Count, statStatement } from "#modules/campaigns/stats/stat-statement.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { seedOutreach } from "#test/support/outreach.ts";

const open: Harness[] = [];
afterEach(() => open.splice(0).forEach((t) => t.close()));

async function setUp() {
  const t = await harness();
  open.push(t);
  const { wid } = await t.signUp();
  const seed = await seedOutreach(t, wid, { mailboxes: [{}, { status: "paused" }] });
  const ctx = inWorkspace(t.deps, seed.workspaceId);
  const workspace = `/api/v1/workspaces/${wid}`;
  const path = `${workspace}/campaigns/${seed.campaignId}`;
  const stepId = asId<StepId>((await t.get(path)).json.steps[0].id);
  const [mailboxId] = seed.mailboxIds;
  if (mailboxId === undefined) throw new Error("no mailbox was made");
  const count = (metric: Count["metric"], by = 1, extra: Partial<Count> = {}) =>
    runBatch(ctx.db, [
      statStatement(ctx, [
        { metric, by, campaignId: seed.campaignId, at: t.clock.now, stepId, mailboxId, ...extra },
      ]),
    ]);
  return { t, wid, workspace, path, seed, stepId, mailboxId, count };
}

describe("stats", () => {
  it("200: a campaign's counts agree in total and by step, variant, day and mailbox", async () => {
    const { t, path, stepId, mailboxId, count, seed } = await setUp();
    await count("leads", 10);
    await count("contacted", 8);
    await count("sent", 5);
    await count("refused", 1);
    await count("sent", 4, { variant: "B", at: later(t.clock.now, DAY_MS) });
    await count("bounces", 2);
    await count("unique_opens", 4);
    await count("opens", 9);
    await count("machine_opens", 3);
    await count("unique_replies", 2);
    const { status, json } = await t.get(`${path}/stats`);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      campaign_id: seed.campaignId,
      leads: 10,
      contacted: 8,
      sent: 9,
      refused: 1,
      bounces: 2,
      delivered: 8,
      opens: 9,
      unique_opens: 4,
      machine_opens: 3,
      pending: 1,
      rates: { open_rate: 0.5, click_rate: 0, reply_rate: 0.25, bounce_rate: 0.2 },
      denominators: {
        open_rate: "delivered",
        reply_rate: "contacted",
        bounce_rate: "sent + refused",
      },
      by_step: [{ step_id: stepId, position: 1, sent: 9, refused: 1, delivered: 8 }],
      by_variant: [
        { step_id: stepId, position: 1, variant: "B", sent: 4 },
        { step_id: stepId, position: 1, variant: "control", sent: 5, refused: 1, delivered: 4 },
      ],
      by_day: [
        { date: "2026-11-18", sent: 5, refused: 1, delivered: 4 },
        { date: "2026-11-19", sent: 4 },
      ],
      by_mailbox: [{ mailbox_id: mailboxId, email: "sender1@ours.test", sent: 9 }],
    });
    const shown = (await t.get(path)).json.stats;
    expect(json).toMatchObject(shown);
    expect(shown.by_step).toEqual([{ step_id: stepId, sent: 9, delivered: 8, unique_replies: 2 }]);
    const listed = (await t.get(path.slice(0, path.lastIndexOf("/")))).json.data[0].stats;
    expect(shown).toMatchObject(listed);
  });

  it("200: a step and a mailbox that are gone keep their counts", async () => {
    const { t, workspace, path, stepId, mailboxId, count } = await setUp();
    await count("sent", 3);
    await t.delete(`${path}/steps/${stepId}`);
    await t.delete(`${workspace}/mailboxes/${mailboxId}`);
    const { json } = await t.get(`${path}/stats`);
    expect(json.by_step).toMatchObject([{ step_id: stepId, position: null, sent: 3 }]);
    expect(json.by_mailbox).toMatchObject([{ mailbox_id: mailboxId, sent: 3 }]);
  });

  it("200: a workspace's counts span its campaigns, beside what it holds", async () => {
    const { t, workspace, count, seed } = await setUp();
    const second = await seedOutreach(t, seed.workspaceId, {
      mailboxes: [{ email: "other@ours.test" }],
      leads: [],
      campaign: { status: "draft" },
    });
    await t.client.execute("UPDATE workspaces SET lead_count = 7");
    await count("leads", 4);
    await count("sent", 5);
    await count("sent", 2, { campaignId: second.campaignId });
    await count("sent", 1, { at: later(t.clock.now, -10 * DAY_MS) });
    const { status, json } = await t.get(`${workspace}/stats`);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      leads: 7,
      enrolments: 4,
      sent: 8,
      delivered: 8,
      campaigns: { total: 2, draft: 1, active: 1, paused: 0, completed: 0 },
      mailboxes: { total: 3, active: 2, paused: 1, disabled: 0 },
      by_day: [
        { date: "2026-11-08", sent: 1 },
        { date: "2026-11-18", sent: 7 },
      ],
    });
    const week = (await t.get(`${workspace}/stats?days=7`)).json;
    expect([week.sent, week.by_day.length]).toEqual([8, 1]);
    expect((await t.get(`${workspace}/stats?days=0`)).status).toBe(400);
  });

  it("200 with zeros for an empty workspace, 403 and 404 for what is not the caller's", async () => {
    const { t, wid } = await setUp();
    const other = await t.signUp("Bob", "bob@example.com");
    const own = await t.get(`/api/v1/workspaces/${other.wid}/stats`);
    expect(own.json).toMatchObject({ leads: 0, sent: 0, rates: { open_rate: null }, by_day: [] });
    const foreign = await t.get(`/api/v1/workspaces/${wid}/stats`);
    expect([foreign.status, foreign.json.code]).toEqual([403, "workspace_forbidden"]);
    const missing = await t.get(`/api/v1/workspaces/${other.wid}/campaigns/1/stats`);
    expect([missing.status, missing.json.code]).toEqual([404, "not_found"]);
  });

  it("reading walks no table", async () => {
    const { t, workspace, path } = await setUp();
    const plans = assertNoScans(t.client, async () => {
      await t.get(`${workspace}/stats`);
      await t.get(`${path}/stats`);
    });
    await expect(plans).resolves.toBeUndefined();
  });
});
