import { afterEach, describe, expect, it } from "vitest";
import { nodeEgress } from "#server/egress.ts";
import { emitEvents } from "#test/support/emit-events.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { harness, type HarnessOptions } from "#test/support/harness.ts";
import type { WebhookLog } from "#modules/events/contract/webhooks.ts";
import {
  type ReceivedHit,
  webhookReceiver,
  type WebhookReceiver,
} from "#test/support/webhook-receiver.ts";

/** As the log shows the headers of what came; signatures are not shown. */
function openHeadersOf(hit: ReceivedHit | undefined): Record<string, string | undefined> {
  const names = [
    "Content-Type",
    "User-Agent",
    "X-Webhook-Event",
    "X-Webhook-Attempt",
    "webhook-id",
    "webhook-timestamp",
  ];
  return Object.fromEntries(names.map((name) => [name, hit?.headers[name.toLowerCase()]]));
}

const receivers: WebhookReceiver[] = [];
afterEach(() => Promise.all(receivers.splice(0).map((receiver) => receiver.close())));

const SECRET = "a secret that nobody may see";

async function setUp(options: HarnessOptions = {}) {
  const t = await harness({ egress: nodeEgress({ allowPrivate: true }), ...options });
  const { wid } = await t.signUp();
  const base = `/api/v1/workspaces/${wid}/webhooks`;
  const receiver = await webhookReceiver();
  receivers.push(receiver);
  const create = (body: object = {}) =>
    t.post(base, { url: receiver.url, secret: SECRET, events: ["campaign.started"], ...body });
  return { t, wid, base, receiver, create };
}

describe("webhooks", () => {
  it("201, 200, 204: are created, read, listed, changed and deleted, and never show their secret", async () => {
    const { t, base, receiver, create } = await setUp();
    const made = await create({ events: ["lead.replied", "campaign.started", "lead.replied"] });
    expect([made.status, made.headers.get("location")]).toEqual([201, `${base}/${made.json.id}`]);
    expect(made.json).toEqual({
      id: made.json.id,
      workspace_id: expect.any(Number),
      url: receiver.url,
      events: ["lead.replied", "campaign.started"],
      has_secret: true,
      is_active: true,
      consecutive_failures: 0,
      disabled_at: null,
      disabled_reason: null,
      created_at: "2026-11-18T12:00:00.000Z",
      updated_at: "2026-11-18T12:00:00.000Z",
    });
    const one = `${base}/${made.json.id}`;
    expect((await t.get(one)).json).toEqual(made.json);
    t.advance(1_000);
    const changed = await t.put(one, { ...made.json, events: ["lead.opened"] });
    expect([changed.status, changed.json.events]).toEqual([200, ["lead.opened"]]);
    expect(changed.json.updated_at).toBe("2026-11-18T12:00:01.000Z");
    const other = await create();
    const list = await t.get(base);
    expect(list.json.data).toEqual([other.json, changed.json]);
    expect(list.json.pagination).toMatchObject({ total: 2, next_cursor: null });

    expect((await t.delete(one)).status).toBe(204);
    for (const gone of [await t.get(one), await t.put(one, {}), await t.delete(one)]) {
      expect([gone.status, gone.json.code]).toEqual([404, "not_found"]);
    }
    const rows = await t.client.execute("SELECT * FROM webhooks");
    const seen = [
      made.text,
      changed.text,
      list.text,
      JSON.stringify(rows),
      JSON.stringify(t.lines),
    ];
    expect(seen.filter((text) => text.includes(SECRET))).toEqual([]);
  });

  it("200: lists by page, by cursor and by part of the URL", async () => {
    const { t, base, create } = await setUp();
    const ids: number[] = [];
    for (let i = 0; i < 5; i++) {
      ids.unshift((await create({ url: `https://h${i}.example/x` })).json.id);
    }
    const idsOf = (answer: { json: { data: { id: number }[] } }) =>
      answer.json.data.map(({ id }) => id);
    const first = await t.get(`${base}?limit=2`);
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    expect(first.json.pagination).toMatchObject({ page: 1, limit: 2, total: 5, total_pages: 3 });
    const second = await t.get(`${base}?limit=2&cursor=${first.json.pagination.next_cursor}`);
    expect(idsOf(second)).toEqual(ids.slice(2, 4));
    const third = await t.get(`${base}?limit=2&cursor=${second.json.pagination.next_cursor}`);
    expect([idsOf(third), third.json.pagination.next_cursor]).toEqual([ids.slice(4), null]);
    expect(idsOf(await t.get(`${base}?limit=2&page=3`))).toEqual(ids.slice(4));
    const found = await t.get(`${base}?q=H3.exam`);
    expect([idsOf(found), found.json.pagination.total]).toEqual([[ids[1]], 1]);
    const bad = await t.get(`${base}?cursor=nonsense`);
    expect([bad.status, bad.json.code]).toEqual([400, "malformed_request"]);
  });

  it("422: a wrong URL, secret, event, field or id is named", async () => {
    const { t, base, create } = await setUp();
    const cases: [object, string, string][] = [
      [{ url: "ftp://example.com/" }, "url", "invalid_url"],
      [{ url: "https://user@example.com/" }, "url", "credentials_in_url"],
      [{ secret: "" }, "secret", "too_small"],
      [{ secret: undefined }, "secret", "required"],
      [{ events: [] }, "events", "too_small"],
      [{ events: ["lead.exploded"] }, "events.0", "invalid_value"],
      [{ is_active: false }, "is_active", "unknown_field"],
    ];
    for (const [body, path, code] of cases) {
      const answer = await create(body);
      expect([answer.status, answer.json.errors]).toEqual([
        422,
        [expect.objectContaining({ path, code })],
      ]);
    }
    const { json } = await create();
    for (const field of ["id", "workspace_id"]) {
      const answer = await t.put(`${base}/${json.id}`, { [field]: 999 });
      expect(answer.json.errors).toEqual([
        expect.objectContaining({ path: field, code: "read_only_field" }),
      ]);
    }
  });

  it("422: only https and public addresses where private networks are off", async () => {
    const { t, base, create } = await setUp({ settings: { ALLOW_PRIVATE_NETWORKS: "false" } });
    for (const [url, code] of [
      ["http://example.com/", "https_required"],
      ["https://127.0.0.1/", "not_public"],
      ["https://2130706433/", "not_public"],
      ["https://[::ffff:169.254.169.254]/", "not_public"],
      ["https://localhost./", "not_public"],
      ["https://example.com:22/", "port_not_allowed"],
    ]) {
      const answer = await create({ url });
      expect([answer.status, answer.json.errors[0].code]).toEqual([422, code]);
    }
    const { json } = await create({ url: "https://example.com/" });
    expect((await t.put(`${base}/${json.id}`, { url: "https://10.0.0.1/" })).status).toBe(422);
    expect((await t.get(`${base}/${json.id}`)).json.url).toBe("https://example.com/");
  });

  it("403, 404: nobody else sees or touches them", async () => {
    const { t, base, create } = await setUp();
    const { json } = await create();
    const other = await t.signUp("Bob", "bob@example.com");
    expect((await t.get(base)).json.code).toBe("workspace_forbidden");
    const theirs = `/api/v1/workspaces/${other.wid}/webhooks/${json.id}`;
    for (const answer of [
      await t.get(theirs),
      await t.put(theirs, { is_active: false }),
      await t.delete(theirs),
      await t.get(`${theirs}/logs`),
      await t.post(`${theirs}/test`),
      await t.post(`${theirs}/logs/1/redeliver`),
    ]) {
      expect([answer.status, answer.json.code]).toEqual([404, "not_found"]);
    }
    await t.client.execute(`UPDATE users SET role = 'client' WHERE email = 'bob@example.com'`);
    const refused = await t.get(`/api/v1/workspaces/${other.wid}/webhooks`);
    expect([refused.status, refused.json.code]).toEqual([403, "forbidden"]);
  });

  it("409: a workspace has 250 webhooks at most", async () => {
    const { t, wid, create } = await setUp();
    await t.client
      .execute(`INSERT INTO webhooks (workspace_id, url, secret, events, created_at, updated_at)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 249)
      SELECT ${wid}, 'https://h.example/', 'x', '[]', 1, 1 FROM n`);
    expect((await create()).status).toBe(201);
    const beyond = await create();
    expect([beyond.status, beyond.json.code]).toEqual([409, "limit_reached"]);
  });

  it("200: a test posts a made-up event at once, logs it, and leaves the count of failures alone", async () => {
    const { t, base, receiver, create } = await setUp();
    const { json } = await create({ events: ["lead.clicked", "lead.replied"] });
    const one = `${base}/${json.id}`;
    const fine = await t.post(`${one}/test`);
    expect([fine.status, fine.json]).toEqual([
      200,
      {
        ok: true,
        event: "lead.replied",
        log_id: expect.any(Number),
        status_code: 200,
        response_body: "thanks",
        duration_ms: 0,
        error: null,
      },
    ]);
    expect(JSON.parse(receiver.hits[0]?.body ?? "")).toMatchObject({
      event: "lead.replied",
      data: { lead_email: "jane.doe@example.com", test: true },
    });
    receiver.answer = (response) => void response.writeHead(500).end("no");
    const failed = await t.post(`${one}/test`, { event: "lead.clicked" });
    expect(failed.json).toMatchObject({
      ok: false,
      event: "lead.clicked",
      status_code: 500,
      error: "status",
    });
    expect((await t.get(one)).json.consecutive_failures).toBe(0);
    const logs = await t.get(`${one}/logs`);
    expect(logs.json.data).toEqual([
      {
        id: failed.json.log_id,
        event: "lead.clicked",
        delivery_id: null,
        attempt: 1,
        status_code: 500,
        response_body: "no",
        duration_ms: 0,
        error: "status",
        request: { headers: openHeadersOf(receiver.hits[1]), body: receiver.hits[1]?.body },
        created_at: "2026-11-18T12:00:00.000Z",
      },
      expect.objectContaining({ id: fine.json.log_id, status_code: 200 }),
    ]);
    const again = await t.post(`${one}/logs/${fine.json.log_id}/redeliver`);
    expect([again.status, again.json.code]).toEqual([409, "invalid_state"]);
    const wrong = await t.post(`${one}/test`, { event: "meeting.booked" });
    expect([wrong.status, wrong.json.errors[0].code]).toEqual([422, "not_subscribed"]);
  });

  it("200: the log has what was sent, without signatures, and is filtered by event and outcome", async () => {
    const { t, wid, base, receiver, create } = await setUp();
    const { json } = await create({ events: ["campaign.started", "lead.clicked"] });
    const one = `${base}/${json.id}`;
    await emitEvents(t, wid);
    await t.drain();
    receiver.answer = (response) => void response.writeHead(500).end("no");
    await t.post(`${one}/test`, { event: "lead.clicked" });
    await t.client
      .execute(`INSERT INTO webhook_attempts (workspace_id, webhook_id, event, attempt, lease, started_at)
      VALUES (${wid}, ${json.id}, 'lead.clicked', 1, 'x', 0)`);
    const listed = async (filters: string) => {
      const { status, json: list } = await t.get(`${one}/logs?${filters}`);
      expect([status, list.pagination.total]).toEqual([200, list.data.length]);
      return list.data.map((log: WebhookLog) => [log.event, log.status_code]);
    };
    const started = ["campaign.started", 200];
    expect(await listed("outcome=delivered")).toEqual([started]);
    expect(await listed("outcome=failed")).toEqual([["lead.clicked", 500]]);
    expect(await listed("outcome=in_progress")).toEqual([["lead.clicked", null]]);
    expect(await listed("event=campaign.started")).toEqual([started]);
    expect(await listed("event=campaign.started&outcome=failed")).toEqual([]);
    expect((await t.get(`${one}/logs?outcome=lost`)).status).toBe(400);

    const { data } = (await t.get(`${one}/logs?outcome=delivered`)).json;
    const [hit] = receiver.hits;
    expect(data[0].request).toEqual({ headers: openHeadersOf(hit), body: hit?.body });
    expect(data[0].request.headers["webhook-id"]).toMatch(/^msg_\d+_/);
    await t.client.execute("DELETE FROM events");
    expect((await t.get(`${one}/logs?outcome=delivered`)).json.data[0].request).toBeNull();
  });

  it("202: a logged delivery is made again under its webhook-id", async () => {
    const { t, wid, base, receiver, create } = await setUp();
    const one = `${base}/${(await create()).json.id}`;
    await emitEvents(t, wid);
    await t.drain();
    const log = (await t.get(`${one}/logs`)).json.data[0];
    const answer = await t.post(`${one}/logs/${log.id}/redeliver`);
    expect([answer.status, answer.json]).toEqual([
      202,
      { delivery_id: log.delivery_id, event: "campaign.started" },
    ]);
    await t.drain();
    expect(receiver.hits.map((hit) => hit.headers["x-webhook-attempt"])).toEqual(["1", "2"]);
    expect(receiver.hits[0]?.headers["webhook-id"]).toBe(receiver.hits[1]?.headers["webhook-id"]);
    expect(receiver.hits[0]?.body).toBe(receiver.hits[1]?.body);

    await t.put(one, { is_active: false });
    const off = await t.post(`${one}/logs/${log.id}/redeliver`);
    expect([off.status, off.json.code]).toEqual([409, "invalid_state"]);
    expect((await t.post(`${one}/logs/999999/redeliver`)).status).toBe(404);
  });

  it("deleting cancels what is owed, and no later webhook gets its number or its log", async () => {
    const { t, wid, base, receiver, create } = await setUp();
    const { json } = await create();
    await emitEvents(t, wid, 3);
    await t.delete(`${base}/${json.id}`);
    await t.drain();
    await t.tick();
    await t.drain();
    expect(receiver.hits).toEqual([]);
    const states = await t.client.execute("SELECT DISTINCT state FROM webhook_deliveries");
    expect(states.rows.map((row) => row["state"])).toEqual(["cancelled"]);
    expect((await create()).json.id).toBeGreaterThan(json.id);
  });

  it("no request and no step of a delivery walks a table", async () => {
    const { t, wid, base, receiver, create } = await setUp();
    const one = `${base}/${(await create()).json.id}`;
    await assertNoScans(t.client, async () => {
      await emitEvents(t, wid, 2);
      await t.drain();
      receiver.answer = (response) => void response.writeHead(500).end();
      await emitEvents(t, wid, 2);
      await t.tick();
      await t.drain();
      await t.get(base);
      await t.get(`${one}/logs`);
      await t.put(one, { is_active: false });
      await t.put(one, {});
      await t.delete(one);
    });
    expect(receiver.hits.length).toBe(3);
  });
});
