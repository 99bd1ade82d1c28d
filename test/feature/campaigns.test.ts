import { afterEach, describe, expect, it } from "vitest";
import { type Harness, harness } from "#test/support/harness.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { seedOutreach } from "#test/support/outreach.ts";
import { HOUR_MS } from "#platform/rules/time.ts";

const BODY = { subject: "Hi {{ first_name }}", body_html: "<p>Hello {{ first_name }}</p>" };
const open: Harness[] = [];
afterEach(() => open.splice(0).forEach((t) => t.close()));

async function setUp() {
  const t = await harness();
  open.push(t);
  const { wid } = await t.signUp();
  const base = `/api/v1/workspaces/${wid}/campaigns`;
  const create = async (body: Record<string, unknown> = {}) => {
    const answer = await t.post(base, { name: "Spring", status: "draft", ...body });
    expect(answer.status, answer.text).toBe(201);
    return answer.json;
  };
  const events = async () => {
    const { rows } = await t.client.execute("SELECT dedupe_key, body FROM events ORDER BY id");
    return rows.map((row) => ({
      key: row["dedupe_key"] as string,
      ...(JSON.parse(row["body"] as string) as { event: string; data: Record<string, unknown> }),
    }));
  };
  return { t, wid, base, create, events };
}

describe("campaigns", () => {
  it("201: a campaign takes the defaults and shows steps, mailboxes, stats and sending status", async () => {
    const { t, wid, base } = await setUp();
    const made = await t.post(base, {
      name: "Spring",
      status: "draft",
      check_reply: true,
      track_opens: false,
      track_clicks: true,
    });
    expect(made.status).toBe(201);
    expect(made.headers.get("location")).toBe(`${base}/${made.json.id}`);
    expect(made.json).toMatchObject({
      workspace_id: wid,
      status: "draft",
      check_reply: true,
      track_opens: false,
      schedule: {
        timezone: "UTC",
        windows: [{ days: [1, 2, 3, 4, 5], start: "09:00", end: "17:00" }],
        start_date: null,
      },
      bounce_threshold_pct: 5,
      bounce_min_sample: 20,
      allow_risky: true,
      ramp: { enabled: false, start: 10, increment: 5, ceiling: 50 },
      ooo_hold: { enabled: true, fallback_days: 7, business_days_after_return: 1 },
      paused_reason: null,
      started_at: null,
      mailbox_ids: [],
      steps: [],
      mailboxes: [],
      stats: { leads: 0, sent: 0, delivered: 0, pending: 0, rates: { open_rate: null } },
      sending_status: { code: "campaign_draft", next_send_at: null },
    });
    const read = await t.get(`${base}/${made.json.id}`);
    expect([read.status, read.json]).toEqual([200, made.json]);
  });

  it("422: another status than draft, an unknown field, a wrong zone, window and date, each named", async () => {
    const { t, base } = await setUp();
    const refused = async (body: object) => {
      const answer = await t.post(base, { name: "X", ...body });
      expect([answer.status, answer.json.code]).toEqual([422, "validation_failed"]);
      return answer.json.errors.map((e: { path: string; code: string }) => `${e.path} ${e.code}`);
    };
    expect(await refused({ status: "active" })).toEqual(["status invalid_value"]);
    expect(await refused({ trak_opens: true })).toEqual(["trak_opens unknown_field"]);
    expect(await refused({ schedule: { timezone: "Mars/Olympus" } })).toEqual([
      "schedule.timezone unknown_timezone",
    ]);
    expect(await refused({ schedule: { timezone: "+02:00" } })).toEqual([
      "schedule.timezone unknown_timezone",
    ]);
    const window = { days: [0, 8], start: "9:00", end: "25:00" };
    expect(await refused({ schedule: { windows: [window] } })).toEqual([
      "schedule.windows.0.days.0 too_small",
      "schedule.windows.0.days.1 too_big",
      "schedule.windows.0.start invalid_format",
      "schedule.windows.0.end invalid_format",
    ]);
    expect(
      await refused({ schedule: { start_date: "2026-12-02", end_date: "2026-12-01" } }),
    ).toEqual(["schedule.end_date end_before_start"]);
    expect(await refused({ schedule: { holidays: ["2026-02-30"] } })).toEqual([
      "schedule.holidays.0 invalid_format",
    ]);
    expect(await refused({ name: " " })).toEqual(["name too_small"]);
    expect((await t.get(base)).json.pagination.total).toBe(0);
  });

  it("200: PUT changes what is given; what GET shows goes back unchanged; ids and steps are read-only", async () => {
    const { t, base, create } = await setUp();
    const campaign = await create({ daily_limit: 40 });
    const path = `${base}/${campaign.id}`;
    await t.post(`${path}/steps`, BODY);
    const changed = await t.put(path, {
      name: "Autumn",
      schedule: { timezone: "Europe/Berlin" },
      daily_limit: null,
    });
    expect(changed.status, changed.text).toBe(200);
    expect(changed.json).toMatchObject({
      name: "Autumn",
      daily_limit: null,
      schedule: { timezone: "Europe/Berlin", windows: [{ start: "09:00" }] },
    });
    const shown = (await t.get(path)).json;
    const back = await t.put(path, { ...shown, name: "Winter" });
    expect(back.status, back.text).toBe(200);
    expect(back.json).toEqual({ ...shown, name: "Winter" });
    await t.put(path, { ramp: { enabled: true, start: 20 }, ooo_hold: { fallback_days: 3 } });
    expect((await t.put(path, { ramp: { start: 15 } })).json).toMatchObject({
      ramp: { enabled: true, start: 15, increment: 5, ceiling: 50 },
      ooo_hold: { enabled: true, fallback_days: 3, business_days_after_return: 1 },
    });

    for (const [field, value] of [
      ["id", shown.id + 1],
      ["workspace_id", 999],
      ["steps", []],
      ["mailboxes", [{ id: 1 }]],
    ] as const) {
      const refused = await t.put(path, { ...shown, [field]: value });
      expect([refused.status, refused.json.errors[0]]).toEqual([
        422,
        expect.objectContaining({ path: field, code: "read_only_field" }),
      ]);
    }
    const unknown = await t.put(path, { bounce_treshold_pct: 3 });
    expect(unknown.json.errors[0].code).toBe("unknown_field");
  });

  it("404: another workspace's campaign, step and mailbox look as if they were not there", async () => {
    const { t, wid, base, create } = await setUp();
    const campaign = await create();
    await t.post(`${base}/${campaign.id}/steps`, BODY);
    const other = (await t.post("/api/v1/workspaces", { name: "Other", slug: "other" })).json;
    const theirs = `/api/v1/workspaces/${other.id}/campaigns/${campaign.id}`;
    const calls = [
      t.get(theirs),
      t.put(theirs, { name: "Stolen" }),
      t.delete(theirs),
      t.post(`${theirs}/start`),
      t.post(`${theirs}/pause`),
      t.post(`${theirs}/steps`, BODY),
      t.put(`${theirs}/steps/1`, { subject: "x" }),
      t.delete(`${theirs}/steps/1`),
      t.post(`${theirs}/steps/reorder`, { step_ids: [1] }),
      t.post(`${theirs}/mailboxes`, { mailbox_ids: [] }),
      t.get(`${theirs}/leads`),
      t.get(`${theirs}/stats`),
    ];
    for (const answer of await Promise.all(calls)) {
      expect([answer.status, answer.json.code]).toEqual([404, "not_found"]);
    }
    expect((await t.get(`${base}/${campaign.id}`)).json).toMatchObject({
      name: "Spring",
      workspace_id: wid,
      steps: [{ position: 1 }],
    });
    expect((await t.get(`${base}/abc`)).status).toBe(404);
  });

  it("200: the list pages by cursor and by number, filters and sorts", async () => {
    const { t, base, create } = await setUp();
    for (const name of ["Beta", "alpha", "Gamma"]) await create({ name });
    const first = (await t.get(`${base}?limit=2`)).json;
    expect(first.data.map((c: { name: string }) => c.name)).toEqual(["Gamma", "alpha"]);
    expect(first.pagination).toMatchObject({ total: 3, total_pages: 2, limit: 2 });
    const cursor = `${base}?limit=2&cursor=${first.pagination.next_cursor}`;
    const second = (await t.get(cursor)).json;
    expect(second.data.map((c: { name: string }) => c.name)).toEqual(["Beta"]);
    expect(second.pagination.next_cursor).toBeNull();
    expect((await t.get(`${base}?limit=3`)).json.pagination.next_cursor).toBeNull();
    const names = async (query: string) =>
      (await t.get(`${base}?${query}`)).json.data.map((c: { name: string }) => c.name);
    expect(await names("page=2&limit=2")).toEqual(["Beta"]);
    expect(await names("sort=name&order=asc")).toEqual(["alpha", "Beta", "Gamma"]);
    expect(await names("q=AL")).toEqual(["alpha"]);
    expect(await names("status=active")).toEqual([]);
    expect(first.data[0].stats).toMatchObject({ leads: 0, sent: 0 });
    const bad = await t.get(`${base}?cursor=zzz`);
    expect([bad.status, bad.json.code]).toEqual([400, "malformed_request"]);
    expect((await t.get(`${base}?status=gone`)).status).toBe(400);
  });

  it("start and pause: each fires its event once, and tells what is missing", async () => {
    const { t, base, create, events } = await setUp();
    const path = `${base}/${(await create()).id}`;
    const early = await t.post(`${path}/pause`);
    expect([early.status, early.json.code]).toEqual([409, "invalid_state"]);

    const started = await t.post(`${path}/start`);
    expect(started.status, started.text).toBe(200);
    expect(started.json).toMatchObject({ status: "active", sending_status: { code: "no_steps" } });
    expect(started.json.started_at).toMatch(/Z$/);
    expect(started.json.warnings.map((w: { code: string }) => w.code)).toEqual([
      "no_steps",
      "no_mailboxes",
      "no_leads",
    ]);
    const again = await t.post(`${path}/start`);
    expect([again.status, again.json.status]).toEqual([200, "active"]);

    t.advance(HOUR_MS);
    const paused = await t.post(`${path}/pause`);
    expect(paused.json).toMatchObject({
      status: "paused",
      paused_reason: "manual",
      sending_status: { code: "campaign_paused" },
    });
    expect((await t.post(`${path}/pause`)).status).toBe(200);
    const restarted = await t.post(`${path}/start`);
    expect(restarted.json).toMatchObject({
      status: "active",
      paused_reason: null,
      started_at: started.json.started_at,
    });

    const id = started.json.id;
    expect((await events()).map((e) => [e.key, e.data["previous_status"]])).toEqual([
      [`started:${id}:1`, "draft"],
      [`paused:${id}:2`, "active"],
      [`started:${id}:3`, "paused"],
    ]);
    expect((await events())[1]).toMatchObject({
      event: "campaign.paused",
      data: {
        campaign_id: id,
        campaign_name: "Spring",
        status: "paused",
        reason: "manual",
        triggered_by: expect.stringMatching(/^user:\d+$/),
      },
    });
  });

  it("start: twenty at once start it once", async () => {
    const { t, base, create, events } = await setUp();
    const path = `${base}/${(await create()).id}`;
    const answers = await Promise.all(Array.from({ length: 20 }, () => t.post(`${path}/start`)));
    expect(new Set(answers.map((a) => a.status))).toEqual(new Set([200]));
    expect(await events()).toHaveLength(1);
  });

  it("PUT status: starts and pauses like the routes; any other move is 409 and changes nothing", async () => {
    const { t, base, create, events } = await setUp();
    const path = `${base}/${(await create()).id}`;
    const wrong = await t.put(path, { status: "paused", name: "Nope" });
    expect([wrong.status, wrong.json.code]).toEqual([409, "invalid_state"]);
    expect((await t.put(path, { status: "completed" })).status).toBe(409);
    const active = await t.put(path, { status: "active", name: "Go" });
    expect(active.json).toMatchObject({ status: "active", name: "Go" });
    expect((await t.put(path, { status: "active" })).status).toBe(200);
    expect((await t.put(path, { status: "draft" })).status).toBe(409);
    expect((await t.put(path, { status: "paused" })).json.status).toBe("paused");
    expect((await events()).map((e) => e.event)).toEqual(["campaign.started", "campaign.paused"]);
  });

  it("422: a strict workspace refuses a start that lacks something", async () => {
    const { t, wid, base, create, events } = await setUp();
    const path = `${base}/${(await create()).id}`;
    await t.client.execute({
      sql: "INSERT INTO workspace_settings (workspace_id, value, updated_at) VALUES (?, ?, 0)",
      args: [
        wid,
        JSON.stringify({ sending: { strict_start: true }, general: { timezone: "Asia/Tokyo" } }),
      ],
    });
    const refused = await t.post(`${path}/start`);
    expect([refused.status, refused.json.code]).toEqual([422, "campaign_not_ready"]);
    expect(refused.json.errors.map((e: { code: string }) => e.code)).toContain("no_steps");
    expect(await events()).toEqual([]);
    expect((await create()).schedule.timezone).toBe("Asia/Tokyo");
  });

  it("mailboxes: the whole set is replaced, and one foreign id leaves it as it was", async () => {
    const { t, wid, base, create } = await setUp();
    const { mailboxIds } = await seedOutreach(t, wid, { mailboxes: [{}, {}, {}], leads: [] });
    const [a, b, c] = mailboxIds;
    const campaign = await create({ mailbox_ids: [a] });
    expect(campaign.mailbox_ids).toEqual([a]);
    const path = `${base}/${campaign.id}`;
    const set = await t.post(`${path}/mailboxes`, { mailbox_ids: [b, c, b] });
    expect(set.json).toMatchObject({
      mailbox_ids: [b, c],
      mailboxes: [{ id: b, email: "sender2@ours.test", status: "active" }, { id: c }],
    });

    const other = (await t.post("/api/v1/workspaces", { name: "Other", slug: "other" })).json;
    const foreign = (await seedOutreach(t, other.id, { leads: [] })).mailboxIds[0];
    for (const body of [{ mailbox_ids: [a, foreign] }, { mailbox_ids: [a, 987_654] }]) {
      const refused = await t.post(`${path}/mailboxes`, body);
      expect([refused.status, refused.json.code]).toEqual([404, "not_found"]);
      expect((await t.put(path, body)).status).toBe(404);
      expect((await t.post(base, { name: "X", ...body })).status).toBe(404);
    }
    expect((await t.get(path)).json.mailbox_ids).toEqual([b, c]);
    expect((await t.post(`${path}/mailboxes`, {})).status).toBe(422);
    expect((await t.post(`${path}/mailboxes`, { mailbox_ids: [] })).json.mailboxes).toEqual([]);
    expect((await t.put(path, { mailbox_ids: [c] })).json.mailbox_ids).toEqual([c]);
  });

  it("mailboxes: the leads of one that leaves go on from another", async () => {
    const { t, wid, base } = await setUp();
    const seed = await seedOutreach(t, wid, {
      mailboxes: [{}, {}],
      leads: Array.from({ length: 8 }, (_, i) => `lead${i}@acme.test`),
    });
    const [gone, kept] = seed.mailboxIds;
    await t.client.execute({
      sql: "UPDATE campaign_leads SET status = 'in_progress', mailbox_id = ?",
      args: [Number(gone)],
    });
    await t.post(`${base}/${seed.campaignId}/mailboxes`, { mailbox_ids: [kept] });
    const { rows } = await t.client.execute("SELECT DISTINCT mailbox_id AS id FROM campaign_leads");
    expect(rows.map((row) => row["id"])).toEqual([kept]);
  });

  it("204: deleting cancels what is queued and keeps what was sent", async () => {
    const { t, wid, base } = await setUp();
    const { campaignId, leadIds } = await seedOutreach(t, wid, {
      leads: ["a@x.test", "b@x.test", "c@x.test"],
    });
    for (const [i, state] of ["queued", "leased", "sent"].entries()) {
      await t.client.execute({
        sql: `INSERT INTO sends (workspace_id, campaign_id, enrolment_id, lead_id, step_id, step, mailbox_id,
                state, due_at, message_id, to_email, created_at)
              VALUES (?, ?, ?, ?, 1, 1, 1, ?, 0, ?, 'a@x.test', 0)`,
        args: [wid, campaignId, i + 1, Number(leadIds[i]), state, `m${i}`],
      });
    }
    const path = `${base}/${campaignId}`;
    expect((await t.delete(path)).status).toBe(204);
    const { rows } = await t.client.execute("SELECT state FROM sends ORDER BY id");
    expect(rows.map((row) => row["state"])).toEqual(["cancelled", "cancelled", "sent"]);
    const steps = await t.client.execute("SELECT count(*) AS n FROM steps");
    expect(steps.rows[0]?.["n"]).toBe(0);
    expect((await t.get(path)).status).toBe(404);
    expect((await t.delete(path)).status).toBe(404);
    const audit = await t.client.execute(
      "SELECT target_type AS type, target_id AS id FROM audit_log WHERE action = 'record.deleted'",
    );
    expect(audit.rows.map((row) => [row["type"], Number(row["id"])])).toEqual([
      ["campaign", campaignId],
    ]);
    expect((await t.get(base)).json.pagination.total).toBe(0);
    await t.tick();
    // Looking at the names of mailboxes is no mail.
    expect(t.queue.filter(({ job }) => !/^(blocklists|reports)\./.test(job.type))).toEqual([]);
  });

  it("leads: each with its place, filtered by status and address, by page and cursor", async () => {
    const { t, wid, base } = await setUp();
    const { campaignId, leadIds } = await seedOutreach(t, wid, {
      leads: ["ann@acme.test", "bob@acme.test", "cid@other.test"],
    });
    await t.client.execute({
      sql: "UPDATE campaign_leads SET status = 'skipped', skip_reason = 'missing_variable', skip_detail = 'company' WHERE lead_id = ?",
      args: [Number(leadIds[1])],
    });
    const path = `${base}/${campaignId}/leads`;
    const all = (await t.get(`${path}?limit=2`)).json;
    expect(all.data).toMatchObject([
      {
        lead_id: leadIds[0],
        email: "ann@acme.test",
        status: "pending",
        current_step: 0,
        interest: null,
      },
      {
        lead_id: leadIds[1],
        status: "skipped",
        skip_reason: "missing_variable",
        skip_detail: "company",
      },
    ]);
    expect(all.pagination.total).toBe(3);
    const rest = (await t.get(`${path}?limit=2&cursor=${all.pagination.next_cursor}`)).json;
    expect(rest.data.map((l: { email: string }) => l.email)).toEqual(["cid@other.test"]);
    const skipped = (await t.get(`${path}?status=skipped`)).json;
    expect([skipped.data.length, skipped.pagination.total]).toEqual([1, 1]);
    const found = (await t.get(`${path}?q=CID`)).json;
    expect(found.data.map((l: { email: string }) => l.email)).toEqual(["cid@other.test"]);
    expect((await t.get(`${path}?status=nope`)).status).toBe(400);
  });

  it("403: a client reads campaigns and changes none", async () => {
    const { t, wid, base, create } = await setUp();
    const campaign = await create();
    await t.signUp("Cleo Client", "cleo@example.com");
    await t.client.execute("UPDATE users SET role = 'client' WHERE email = 'cleo@example.com'");
    await t.client.execute({
      sql: "INSERT INTO workspace_members (workspace_id, user_id, created_at) SELECT ?, id, 0 FROM users WHERE email = 'cleo@example.com'",
      args: [wid],
    });
    expect((await t.get(`${base}/${campaign.id}`)).status).toBe(200);
    const start = await t.post(`${base}/${campaign.id}/start`);
    expect([start.status, start.json.code]).toEqual([403, "forbidden"]);
    expect((await t.post(base, { name: "X" })).status).toBe(403);
  });

  it("reads and transitions walk no table", async () => {
    const { t, wid, base } = await setUp();
    const { campaignId } = await seedOutreach(t, wid, { campaign: { status: "draft", epoch: 0 } });
    const path = `${base}/${campaignId}`;
    const plans = assertNoScans(t.client, async () => {
      await t.get(base);
      await t.get(path);
      await t.get(`${path}/leads`);
      await t.get(`${path}/leads?status=pending&q=a`);
      await t.get(`${path}/stats`);
      await t.post(`${path}/start`);
      await t.post(`${path}/pause`);
      const step = await t.post(`${path}/steps`, { ...BODY, position: 1, delay: 2 });
      await t.put(`${path}/steps/${step.json.id}`, { delay: 1 });
      const ids = (await t.get(path)).json.steps.map((s: { id: number }) => s.id);
      await t.post(`${path}/steps/reorder`, { step_ids: ids.toReversed() });
      await t.delete(`${path}/steps/${step.json.id}`);
      await t.post(`${path}/mailboxes`, { mailbox_ids: [1] });
      await t.put(path, { name: "Other", mailbox_ids: [1] });
      await t.delete(path);
    });
    await expect(plans).resolves.toBeUndefined();
  });
});
