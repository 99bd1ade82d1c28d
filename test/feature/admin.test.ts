import { describe, expect, it } from "vitest";
import { DEFAULT_PRICES } from "#modules/operations/rules/costs.ts";
import { stats } from "#modules/campaigns/schema/sending.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, later, utcDay } from "#platform/rules/time.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { harness } from "#test/support/harness.ts";
import { seedOutreach } from "#test/support/outreach.ts";
import { everyRole, signIn } from "#test/support/staff.ts";

describe("the dashboard", () => {
  it("200: zeros and every status named on an install that has done nothing", async () => {
    const t = await harness();
    const { admin } = await everyRole(t);
    const { json } = await admin.get("/api/v1/admin/dashboard");
    expect(json).toMatchObject({
      workspaces: 2,
      clients: 1,
      users: { total: 4, super_admin: 1, admin: 1, employee: 1, client: 1 },
      campaigns: { total: 0, draft: 0, active: 0, paused: 0, completed: 0 },
      mailboxes: { total: 0, active: 0, paused: 0, connection_error: 0 },
      leads: 0,
      today: { sent: 0, replied: 0, bounced: 0 },
      queues: { due_sends: 0, unknown_sends: 0, pending_deliveries: 0, disabled_webhooks: 0 },
      last_tick_at: null,
    });
    expect(json.last_30_days.by_day).toHaveLength(30);
    expect(json.last_30_days.by_day[0]).toEqual({
      date: "2026-10-20",
      sent: 0,
      replied: 0,
      positive_replies: 0,
      bounced: 0,
    });
    expect(json.last_30_days.by_day[29].date).toBe("2026-11-18");
  });

  it("200: counts of every workspace that stands, by day, and what waits; none of deleted clients", async () => {
    const t = await harness();
    const { admin, rootWid, clientWid } = await everyRole(t);
    const rows = await seedOutreach(t, rootWid, { leads: ["a@x.test", "b@x.test"] });
    await seedOutreach(t, clientWid, {
      campaign: { status: "completed" },
      mailboxes: [{ status: "connection_error" }],
    });
    const day = (wid: number, ago: number, sent: number, replies: number) =>
      t.db.insert(stats).values({
        workspaceId: wid as WorkspaceId,
        campaignId: 0,
        dimension: "day",
        key: utcDay(later(t.clock.now, -ago * DAY_MS)),
        sent,
        uniqueReplies: replies,
        positiveReplies: replies,
        bounces: 1,
      });
    await day(rootWid, 0, 10, 2);
    await day(clientWid, 0, 5, 1);
    await day(rootWid, 29, 7, 0);
    await day(rootWid, 30, 1_000, 1_000);
    await t.client.batch([
      "UPDATE workspaces SET lead_count = 3",
      `INSERT INTO sends (workspace_id, campaign_id, enrolment_id, lead_id, step_id, mailbox_id, step, state, due_at, message_id, to_email, created_at)
       VALUES (${rootWid}, 1, 1, 91, 1, 1, 1, 'unknown', 0, 'a@x', 'a@x.test', 0), (${rootWid}, 1, 1, 92, 1, 1, 1, 'queued', 0, 'b@x', 'b@x.test', 0)`,
      `INSERT INTO webhooks (workspace_id, url, secret, events, is_active, created_at, updated_at) VALUES (${rootWid}, 'https://x.test', 'x', '[]', 0, 0, 0)`,
      `INSERT INTO webhook_deliveries (workspace_id, event_id, webhook_id, state, next_at, created_at) VALUES (${rootWid}, 1, 1, 'pending', 0, 0), (${rootWid}, 2, 1, 'delivered', 0, 0)`,
    ]);
    const read = async () => (await admin.get("/api/v1/admin/dashboard")).json;
    const json = await read();
    expect(json).toMatchObject({
      campaigns: { total: 2, active: 1, completed: 1 },
      mailboxes: { total: 2, active: 1, connection_error: 1 },
      leads: 6,
      today: { sent: 15, replied: 3, bounced: 2 },
      last_30_days: { sent: 22, replied: 3, positive_replies: 3, bounced: 3 },
      queues: { due_sends: 3, unknown_sends: 1, pending_deliveries: 1, disabled_webhooks: 1 },
    });
    expect(json.last_30_days.by_day[0]).toMatchObject({ sent: 7 });
    expect(rows.leadIds).toHaveLength(2);

    await admin.delete(`/api/v1/admin/clients/${clientWid}`);
    expect(await read()).toMatchObject({
      workspaces: 1,
      clients: 0,
      campaigns: { total: 1 },
      mailboxes: { total: 1 },
      leads: 3,
      today: { sent: 10 },
    });
    await t.tick();
    expect((await read()).last_tick_at).toBe("2026-11-18T12:00:00.000Z");
  });

  it("walks no table", async () => {
    const t = await harness();
    const { admin } = await everyRole(t);
    await assertNoScans(t.client, () => admin.get("/api/v1/admin/dashboard"));
  });
});

describe("the registration switch", () => {
  it("200: closes and opens registration at once, over the setting, and is written down", async () => {
    const t = await harness();
    const { admin } = await everyRole(t);
    const path = "/api/v1/admin/settings";
    const RULES = { opt_outs_for_all: false, first_contact_days: 0, prices: DEFAULT_PRICES };
    const register = (email: string) =>
      t.post("/api/v1/auth/register", { name: "X", email, password: "a long enough one" });
    const others = { required_factor_roles: [], idle_minutes: null, ...RULES };
    expect((await admin.get(path)).json).toEqual({ registration: "open", ...others });
    expect((await admin.put(path, { registration: "closed" })).json).toEqual({
      registration: "closed",
      ...others,
    });
    expect((await register("x@example.com")).json.code).toBe("forbidden");
    expect((await admin.put(path, {})).json).toEqual({ registration: "closed", ...others });
    expect((await admin.put(path, { registration: "ajar" })).status).toBe(422);
    expect((await admin.put(path, { registration: "open", role: "x" })).status).toBe(422);
    await admin.put(path, (await admin.get(path)).json);
    await admin.put(path, { registration: "open" });
    expect((await register("x@example.com")).status).toBe(201);
    const lines = await admin.get("/api/v1/admin/audit?action=registration.changed");
    expect(lines.json.data.map((l: { details: unknown }) => l.details)).toEqual([
      { to: "open" },
      { to: "closed" },
      { to: "closed" },
    ]);
    const closed = await harness({ settings: { REGISTRATION: "closed" } });
    const root = await closed.signUp();
    expect((await closed.get(path, { cookie: root.cookie })).json.registration).toBe("closed");
  });
});

describe("usernames", () => {
  it("422: another's email; an email that changes takes its username along until another is chosen", async () => {
    const t = await harness();
    const { admin } = await everyRole(t);
    const put = (body: unknown) => admin.put("/api/v1/auth/me", body);
    expect((await put({ username: "root@example.com" })).json.errors[0].code).toBe(
      "not_your_email",
    );
    expect((await put({ username: "stranger@example.com" })).status).toBe(422);
    expect((await put({ email: "ad@example.com" })).json.username).toBe("ad@example.com");
    expect((await put({ username: "boss" })).json.username).toBe("boss");
    expect((await put({ email: "add@example.com" })).json.username).toBe("boss");
    expect((await put({ username: "add@example.com" })).json.username).toBe("add@example.com");
    expect((await signIn(t, "add@example.com")).id).toBe(admin.id);
  });
});
