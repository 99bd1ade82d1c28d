import { describe, expect, it } from "vitest";
import { iso } from "#platform/rules/time.ts";
import { answerTo, outreach } from "#test/support/inbound-world.ts";
import { harness } from "#test/support/harness.ts";
import { everyRole } from "#test/support/staff.ts";

describe("GET /workspaces/:wid/pulse", () => {
  it("200: says in one answer what stands around every page, and no more than the caller may read", async () => {
    const t = await harness();
    const { super_admin: root, admin, client, clientWid, rootWid } = await everyRole(t);
    const path = `/api/v1/workspaces/${clientWid}/pulse`;
    const whole = await admin.get(path);
    expect(whole.status, whole.text).toBe(200);
    expect(whole.json).toMatchObject({
      holds: { leads: 0, sent: 0, campaigns: { total: 0 }, mailboxes: { total: 0 } },
      sending: { next_send_at: null, campaigns: [] },
      unread_threads: 0,
      unread_notifications: 0,
      quota: { leads: { limit: null, used: 0 } },
      has_public_report: false,
      asks_for_approval: false,
      has_ai: false,
      sample: null,
    });
    const settings = `/api/v1/workspaces/${clientWid}/settings`;
    await admin.put(settings, { sending: { ask_for_approval: true } });
    expect((await client.get(path)).json).toMatchObject({ asks_for_approval: true });
    expect((await client.get(path)).json).toMatchObject({
      unread_threads: 0,
      unread_notifications: null,
      quota: null,
      newer_version: null,
    });
    expect((await client.get(`/api/v1/workspaces/${rootWid}/pulse`)).status).toBe(403);
    expect((await root.get("/api/v1/workspaces/999/pulse")).status).toBe(404);
  });

  it("200: counts what the lists count", async () => {
    const o = await outreach();
    const base = `/api/v1/workspaces/${o.wid}`;
    o.world.put(answerTo(o.mails[0]));
    await o.sync();
    const { json: pulse } = await o.t.get(`${base}/pulse`);
    const { json: stats } = await o.t.get(`${base}/stats`);
    const { json: sending } = await o.t.get(`${base}/campaigns/sending`);
    expect(pulse).toMatchObject({
      holds: {
        leads: stats.leads,
        sent: stats.sent,
        campaigns: stats.campaigns,
        mailboxes: stats.mailboxes,
      },
      sending,
      unread_threads: 1,
    });
  });
});

describe("GET /workspaces/:wid/campaigns/:id/reply-categories", () => {
  it("200: counts what leads wrote by day and category, and a person's word goes first; 400, 404", async () => {
    const o = await outreach();
    const base = `/api/v1/workspaces/${o.wid}`;
    o.world.put(answerTo(o.mails[0], { text: "Please remove me from your list." }));
    await o.sync();
    const path = `${base}/campaigns/${o.campaignId}/reply-categories`;
    const date = iso(o.t.clock.now).slice(0, 10);
    const answer = await o.t.get(path);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toEqual({
      campaign_id: o.campaignId,
      by_day: [{ date, category: "do_not_contact", messages: 1 }],
    });
    const [thread] = (await o.t.get(`${base}/threads`)).json.data;
    await o.t.put(`${base}/threads/${thread.id}/category`, { category: "question" });
    expect((await o.t.get(path)).json.by_day).toEqual([
      { date, category: "question", messages: 1 },
    ]);
    expect((await o.t.get(`${base}/campaigns/999/reply-categories`)).status).toBe(404);
    expect((await o.t.get(`${path}?days=0`)).status).toBe(400);
  });
});
