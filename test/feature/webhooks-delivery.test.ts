import { createHmac } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { Webhook } from "standardwebhooks";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import type { Job } from "#platform/ctx/job.ts";
import type { Egress } from "#platform/ctx/ports.ts";
import { asId, type DeliveryId, unixMs, type WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import { deliverWebhook } from "#modules/events/webhook-deliveries/deliver-webhook.ts";
import { run } from "#app/jobs/run.ts";
import { nodeEgress } from "#server/egress.ts";
import { emitEvents } from "#test/support/emit-events.ts";
import { type Harness, harness, type HarnessOptions } from "#test/support/harness.ts";
import { webhookReceiver, type WebhookReceiver } from "#test/support/webhook-receiver.ts";

const receivers: WebhookReceiver[] = [];
afterEach(() => Promise.all(receivers.splice(0).map((receiver) => receiver.close())));

const SECRET = "s3cret ünd mehr";
const SCHEDULE = [0, 5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200];
const egress = nodeEgress({ allowPrivate: true });

async function setUp(options: HarnessOptions = {}) {
  const t = await harness({ egress, ...options });
  const { wid } = await t.signUp();
  const receiver = await webhookReceiver();
  receivers.push(receiver);
  const base = `/api/v1/workspaces/${wid}/webhooks`;
  const made = await t.post(base, {
    url: receiver.url,
    secret: SECRET,
    events: ["campaign.started"],
  });
  const path = `${base}/${made.json.id}`;
  return {
    t,
    wid,
    receiver,
    path,
    webhook: async () => (await t.get(path)).json,
    logs: async () => (await t.get(`${path}/logs?limit=200`)).json.data.reverse(),
    states: async () => {
      const { rows } = await t.client.execute(
        "SELECT state, count(*) AS n FROM webhook_deliveries GROUP BY state ORDER BY state",
      );
      return Object.fromEntries(rows.map((row) => [row["state"], Number(row["n"])]));
    },
  };
}

const failing =
  (status = 500) =>
  (response: { writeHead(status: number): { end(): void } }) =>
    response.writeHead(status).end();

/** Works off the queue with several workers; what throws is a worker that was killed. */
async function work(t: Harness, workers: number): Promise<void> {
  const next = (): Job | undefined => {
    const i = t.queue.findIndex((entry) => entry.at <= t.clock.now);
    return i < 0 ? undefined : t.queue.splice(i, 1)[0]?.job;
  };
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (let job = next(); job; job = next()) await run(job, t.deps).catch(() => undefined);
    }),
  );
}

/** Lets time pass until nothing is left to do, or `forMs` are over. The clock jumps to what comes next. */
async function letPass(t: Harness, forMs: number, workers = 1): Promise<void> {
  const end = t.clock.now + forMs;
  for (;;) {
    await work(t, workers);
    await t.tick();
    await work(t, workers);
    // What is due and still waits, waits for one of these.
    const { rows } = await t.client.execute(
      `SELECT min(at) AS at FROM (
         SELECT next_at AS at FROM webhook_deliveries WHERE state = 'pending'
         UNION ALL SELECT next_attempt_at FROM webhooks
         UNION ALL SELECT lease_until FROM webhook_deliveries WHERE state = 'leased')
       WHERE at > ${t.clock.now}`,
    );
    const at = rows[0]?.["at"];
    if (at === null || at === undefined || Number(at) > end) break;
    t.clock.now = unixMs(Number(at));
  }
  t.clock.now = unixMs(end);
}

describe("a webhook delivery", () => {
  it("posts the event's exact bytes, signed so that plain HMAC and Standard Webhooks accept it", async () => {
    // The library that verifies goes by the time of the machine.
    const { t, wid, receiver, logs, states } = await setUp({ now: unixMs(Date.now()) });
    await emitEvents(t, wid);
    await t.drain();
    const [hit] = receiver.hits;
    const { rows } = await t.client.execute("SELECT body FROM events");
    expect(hit?.body).toBe(rows[0]?.["body"]);
    expect(Object.keys(JSON.parse(hit?.body ?? ""))).toEqual([
      "event",
      "workspace_id",
      "timestamp",
      "data",
    ]);
    const digest = createHmac("sha256", Buffer.from(SECRET, "utf8"))
      .update(hit?.body ?? "")
      .digest("hex");
    expect(hit?.headers).toMatchObject({
      "x-webhook-signature": `sha256=${digest}`,
      "x-webhook-event": "campaign.started",
      "x-webhook-attempt": "1",
      "content-type": "application/json",
      "user-agent": expect.stringMatching(/^Outrider/),
    });
    const verifier = new Webhook(Buffer.from(SECRET, "utf8"), { format: "raw" });
    expect(verifier.verify(hit?.body ?? "", { ...hit?.headers })).toMatchObject({
      workspace_id: `${wid}`,
    });
    expect(await logs()).toEqual([
      expect.objectContaining({
        event: "campaign.started",
        attempt: 1,
        status_code: 200,
        response_body: "thanks",
        error: null,
      }),
    ]);
    expect(await states()).toEqual({ delivered: 1 });
  });

  it("goes to matching active webhooks only, once for each", async () => {
    const { t, wid, receiver, path } = await setUp();
    const base = path.slice(0, path.lastIndexOf("/"));
    const add = (suffix: string, events: string[]) =>
      t.post(base, { url: `${receiver.url}/${suffix}`, secret: SECRET, events });
    await add("other", ["lead.opened"]);
    await add("second", ["lead.opened", "campaign.started"]);
    const off = await add("off", ["campaign.started"]);
    await t.put(`${base}/${off.json.id}`, { is_active: false });
    await emitEvents(t, wid);
    await t.drain();
    expect(receiver.hits.map((hit) => hit.path).sort()).toEqual(["/hook", "/hook/second"]);
  });

  it("happens once however often its message comes", async () => {
    const { t, wid, receiver, logs } = await setUp();
    await emitEvents(t, wid);
    const [message] = t.queue;
    for (let i = 0; i < 5; i++) t.queue.push({ ...message } as (typeof t.queue)[number]);
    await work(t, 6);
    await t.tick();
    await t.drain();
    expect([receiver.hits.length, (await logs()).length]).toEqual([1, 1]);
  });

  it("needs no message: the sweep finds it", async () => {
    const { t, wid, receiver } = await setUp();
    await emitEvents(t, wid, 12);
    t.queue.length = 0;
    await t.tick();
    expect(t.queue.length).toBe(5);
    await t.drain();
    expect(receiver.hits.length).toBe(12);
  });

  it("is retried by the schedule, and the tenth failure in a row switches the webhook off", async () => {
    const { t, wid, receiver, webhook, logs, states } = await setUp();
    const times: number[] = [];
    receiver.answer = (response) => {
      times.push(t.clock.now);
      response.writeHead(500).end("broken");
    };
    await emitEvents(t, wid);
    await letPass(t, 12 * HOUR_MS);
    expect((await webhook()).is_active).toBe(true);
    await letPass(t, 2 * DAY_MS);
    const gaps = times.slice(1).map((at, i) => (at - (times[i] ?? 0)) / SECOND_MS);
    expect(gaps.length).toBe(9);
    for (const [i, gap] of gaps.entries()) {
      const planned = SCHEDULE[i + 1] ?? 0;
      expect(gap).toBeGreaterThanOrEqual(Math.max(planned * 0.8, Math.min(planned, 30)));
      expect(gap).toBeLessThanOrEqual(planned * 1.2);
    }
    expect(
      (await logs()).map((log: { attempt: number; error: string }) => [log.attempt, log.error]),
    ).toEqual(Array.from({ length: 10 }, (_, i) => [i + 1, "status"]));
    expect(new Set(receiver.hits.map((hit) => hit.headers["webhook-id"])).size).toBe(1);
    expect(await webhook()).toMatchObject({
      is_active: false,
      consecutive_failures: 10,
      disabled_at: expect.any(String),
      disabled_reason: "consecutive_failures",
    });
    expect(await states()).toEqual({ exhausted: 1 });
    expect(t.lines.filter((line) => line.event === "webhook.deactivated").length).toBe(1);
    const audit = await t.get("/api/v1/admin/audit?action=webhook.disabled");
    expect(audit.json.data).toMatchObject([
      { user: null, address: "system", details: { reason: "consecutive_failures" } },
    ]);
    await emitEvents(t, wid);
    await letPass(t, DAY_MS);
    expect([receiver.hits.length, await states()]).toEqual([10, { exhausted: 1 }]);
  });

  it("fails exactly ten times over many deliveries and workers, then everything else is parked", async () => {
    const { t, wid, receiver, webhook, logs, states } = await setUp();
    receiver.answer = failing();
    await emitEvents(t, wid, 50);
    await letPass(t, 3 * DAY_MS, 5);
    expect(receiver.hits.length).toBe(10);
    expect((await logs()).length).toBe(10);
    expect(await webhook()).toMatchObject({ is_active: false, consecutive_failures: 10 });
    expect(await states()).toEqual({ parked: 50 });
  });

  it("fails exactly ten times even without waits: none starts beside others once one failed", async () => {
    const { t, wid, receiver, webhook, logs } = await setUp({
      settings: { WEBHOOK_RETRY_SECONDS: "0,0,0,0,0,0,0,0,0,0" },
    });
    const held: (() => void)[] = [];
    receiver.answer = (response) => void held.push(() => response.writeHead(500).end());
    await emitEvents(t, wid, 40);
    const messages = [...t.queue];
    const working = work(t, 20);
    await expect.poll(() => held.length).toBe(5);
    held.shift()?.();
    await expect.poll(async () => (await webhook()).consecutive_failures).toBe(1);
    await work({ ...t, queue: messages }, 20);
    expect(receiver.hits.length).toBe(5);
    receiver.answer = failing();
    for (const release of held) release();
    await working;
    await letPass(t, DAY_MS, 20);
    expect([receiver.hits.length, (await logs()).length]).toEqual([10, 10]);
    expect(await webhook()).toMatchObject({ is_active: false, consecutive_failures: 10 });
  });

  it("fails exactly ten times although its workers are killed at every point", async () => {
    let seed = 7;
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    let reached = 0;
    const mortal: Pick<Egress, "post"> = {
      async post(request) {
        const fate = random();
        if (fate < 0.2) throw new Error("killed before the request");
        reached++;
        const sent = await egress.post(request);
        if (fate < 0.4) throw new Error("killed after the request");
        return sent;
      },
    };
    const { t, wid, receiver, webhook, logs, states } = await setUp({ egress: mortal });
    receiver.answer = failing(502);
    await emitEvents(t, wid, 30);
    await letPass(t, 5 * DAY_MS, 5);
    const errors = (await logs()).map((log: { error: string }) => log.error);
    const interrupted = errors.filter((error: string) => error === "interrupted").length;
    expect(interrupted).toBeGreaterThan(0);
    expect(errors.length - interrupted).toBe(10);
    expect(receiver.hits.length).toBe(reached);
    expect(await webhook()).toMatchObject({ is_active: false, consecutive_failures: 10 });
    expect(await states()).toEqual({ parked: 30 });
    await letPass(t, 10 * DAY_MS, 5);
    expect(receiver.hits.length).toBe(reached);
  });

  it("keeps attempts apart and one at a time while the webhook fails, and goes on at once after a success", async () => {
    const { t, wid, receiver, webhook } = await setUp();
    const times: number[] = [];
    receiver.answer = (response) => {
      times.push((t.clock.now - started) / SECOND_MS);
      response.writeHead(times.length <= 3 ? 500 : 204).end();
    };
    const started = t.clock.now;
    await emitEvents(t, wid, 6);
    await letPass(t, MINUTE_MS + 10 * SECOND_MS);
    // After the first failure 5 s, after the second 30 s, after the third 30 s; then all that is due.
    expect(times.slice(0, 4)).toEqual([0, 5, 35, 65]);
    expect(times.slice(4).every((at) => at >= 65 && at <= 70)).toBe(true);
    expect(await webhook()).toMatchObject({ is_active: true, consecutive_failures: 0 });
    await letPass(t, HOUR_MS);
    expect(times.length).toBe(9);
  });

  it("has at most five requests of one webhook under way, and does not hold up another's", async () => {
    const { t, wid, receiver, path } = await setUp();
    const other = await webhookReceiver();
    receivers.push(other);
    const base = path.slice(0, path.lastIndexOf("/"));
    const held: (() => void)[] = [];
    receiver.answer = (response) => void held.push(() => response.writeHead(200).end());
    await emitEvents(t, wid, 12);
    await t.post(base, { url: other.url, secret: SECRET, events: ["campaign.started"] });
    await emitEvents(t, wid, 1);
    const working = work(t, 20);
    await expect.poll(() => [held.length, other.hits.length]).toEqual([5, 1]);
    // The other's own row may still be leased: its request is answered before its outcome is kept.
    const { rows } = await t.client.execute({
      sql: "SELECT count(*) AS n FROM webhook_deliveries WHERE state = 'leased' AND webhook_id = ?",
      args: [path.slice(base.length + 1)],
    });
    expect(Number(rows[0]?.["n"])).toBe(5);
    receiver.answer = (response) => void response.writeHead(200).end();
    for (const release of held) release();
    await working;
    await letPass(t, 10 * SECOND_MS);
    expect(receiver.hits.length).toBe(13);
  });

  it("waits a minute after a time-out, and as long as Retry-After says, an hour at most", async () => {
    const times: number[] = [];
    // The first alone is given up soon; the others are answered, however slowly.
    const short: Pick<Egress, "post"> = {
      post: (request) => egress.post(times.length === 0 ? { ...request, timeoutMs: 100 } : request),
    };
    const { t, wid, receiver, logs } = await setUp({ egress: short });
    receiver.answer = (response) => {
      times.push(t.clock.now);
      if (times.length === 2) response.writeHead(429, { "Retry-After": "90" }).end();
      if (times.length === 3) response.writeHead(503, { "Retry-After": "99999" }).end();
      if (times.length > 3) response.writeHead(200).end();
    };
    await emitEvents(t, wid);
    await letPass(t, DAY_MS);
    expect((await logs()).map((log: { error: string }) => log.error)).toEqual([
      "timeout",
      "status",
      "status",
      null,
    ]);
    const gaps = times.slice(1).map((at, i) => (at - (times[i] ?? 0)) / SECOND_MS);
    expect(gaps).toEqual([60, 90, 3_600]);
  });

  it("interrupted by a kill does not count, and comes again under the same webhook-id", async () => {
    let alive = false;
    const mortal: Pick<Egress, "post"> = {
      async post(request) {
        const sent = await egress.post(request);
        if (!alive) throw new Error("killed");
        return sent;
      },
    };
    const { t, wid, receiver, webhook, logs, states } = await setUp({ egress: mortal });
    await emitEvents(t, wid);
    await work(t, 1);
    expect(await states()).toEqual({ leased: 1 });
    expect((await logs())[0]).toMatchObject({ status_code: null, error: null, duration_ms: null });
    alive = true;
    t.advance(29 * SECOND_MS);
    await t.tick();
    await work(t, 1);
    expect(receiver.hits.length).toBe(1);
    t.advance(SECOND_MS);
    await t.tick();
    await work(t, 1);
    expect(receiver.hits.map((hit) => hit.headers["x-webhook-attempt"])).toEqual(["1", "2"]);
    expect(receiver.hits[1]?.headers["webhook-id"]).toBe(receiver.hits[0]?.headers["webhook-id"]);
    expect((await logs()).map((log: { error: string }) => log.error)).toEqual([
      "interrupted",
      null,
    ]);
    expect(await webhook()).toMatchObject({ consecutive_failures: 0 });
    expect(await states()).toEqual({ delivered: 1 });
  });

  it("settled after its lease had lapsed changes nothing", async () => {
    const { t, wid, receiver, webhook, logs, states } = await setUp();
    await t.client.execute("UPDATE webhooks SET consecutive_failures = 9");
    receiver.answer = (response) => {
      t.advance(40 * SECOND_MS);
      void t.tick().then(() => response.writeHead(500).end());
    };
    await emitEvents(t, wid, 2);
    await run(t.queue.splice(0)[0]?.job as Job, t.deps);
    expect(await states()).toEqual({ pending: 2 });
    expect(await webhook()).toMatchObject({ is_active: true, consecutive_failures: 9 });
    expect((await logs()).map((log: { error: string }) => log.error)).toEqual(["interrupted"]);
  });

  it("resumes by PUT: parked ones of the last 72 hours, spread over five minutes, with a clean count", async () => {
    const { t, wid, receiver, path, webhook, states } = await setUp();
    await emitEvents(t, wid, 2);
    await t.put(path, { is_active: false });
    expect([await webhook(), await states()]).toEqual([
      expect.objectContaining({ is_active: false, disabled_reason: "manual" }),
      { parked: 2 },
    ]);
    t.advance(60 * HOUR_MS);
    await t.put(path, {});
    receiver.answer = failing();
    await emitEvents(t, wid, 8);
    await letPass(t, 10 * HOUR_MS);
    expect([receiver.hits.length, await states()]).toEqual([10, { parked: 10 }]);
    t.advance(3 * HOUR_MS);

    const times: number[] = [];
    receiver.answer = (response) => {
      times.push((t.clock.now - resumed) / SECOND_MS);
      response.writeHead(200).end();
    };
    const answer = await t.put(path, { secret: "another" });
    const resumed = t.clock.now;
    expect(answer.json).toMatchObject({
      is_active: true,
      consecutive_failures: 0,
      disabled_at: null,
      disabled_reason: null,
    });
    expect(await states()).toEqual({ exhausted: 2, pending: 8 });
    await letPass(t, HOUR_MS);
    expect(times).toEqual([0, 37.5, 75, 112.5, 150, 187.5, 225, 262.5]);
    expect(await states()).toEqual({ delivered: 8, exhausted: 2 });
    const last = receiver.hits.at(-1);
    const digest = createHmac("sha256", "another")
      .update(last?.body ?? "")
      .digest("hex");
    expect(last?.headers["x-webhook-signature"]).toBe(`sha256=${digest}`);
  });

  it("parks a failing delivery of a webhook that was switched off meanwhile, and forgets one that was deleted", async () => {
    const { t, wid, receiver, path, states, logs } = await setUp();
    receiver.answer = (response) => {
      void t.put(path, { is_active: false }).then(() => response.writeHead(500).end());
    };
    await emitEvents(t, wid);
    await t.drain();
    expect(await states()).toEqual({ parked: 1 });
    await t.put(path, {});
    receiver.answer = (response) => {
      void t.delete(path).then(() => response.writeHead(500).end());
    };
    await letPass(t, DAY_MS);
    expect([receiver.hits.length, await states()]).toEqual([2, { cancelled: 1 }]);
    const { rows } = await t.client.execute("SELECT status_code FROM webhook_attempts");
    expect(rows.map((row) => Number(row["status_code"]))).toEqual([500, 500]);
    expect((await t.get(`${path}/logs`)).status).toBe(404);
    expect(await logs().catch(() => "gone")).toBe("gone");
  });

  it("waits, switched off, when its secret cannot be opened", async () => {
    const { t, wid, receiver, path, webhook, states } = await setUp();
    await t.client.execute("UPDATE webhooks SET secret = 'v1.k0.AAAA.BBBB'");
    await emitEvents(t, wid);
    await t.drain().catch(() => undefined);
    expect(await webhook()).toMatchObject({
      is_active: false,
      disabled_reason: "secret_unreadable",
    });
    expect([receiver.hits.length, await states()]).toEqual([0, { parked: 1 }]);
    await t.put(path, { secret: SECRET });
    await letPass(t, MINUTE_MS);
    expect([receiver.hits.length, await states()]).toEqual([1, { delivered: 1 }]);
  });

  it("belongs to its workspace: another one's context cannot start it", async () => {
    const { t, wid, receiver } = await setUp();
    await emitEvents(t, wid);
    const { rows } = await t.client.execute("SELECT id FROM webhook_deliveries");
    const foreign = inWorkspace(t.deps, asId<WorkspaceId>(wid + 1));
    await deliverWebhook(foreign, asId<DeliveryId>(Number(rows[0]?.["id"])));
    expect(receiver.hits).toEqual([]);
  });
});

describe("what went wrong is logged with its word", () => {
  const short: Pick<Egress, "post"> = {
    post: (request) => egress.post({ ...request, timeoutMs: 300 }),
  };
  type Answer = WebhookReceiver["answer"];
  const cases: [string, Answer, object][] = [
    ["silence", () => undefined, { error: "timeout", status_code: null, response_body: null }],
    ["a slow body", (response) => void response.writeHead(200).write("a"), { error: "timeout" }],
    [
      "a drip",
      (response) => {
        const drip = setInterval(() => response.write("."), 20);
        response.on("close", () => clearInterval(drip));
      },
      { error: "timeout" },
    ],
    ["a reset", (_, request) => void request.socket.resetAndDestroy(), { error: "reset" }],
    [
      "a redirect",
      (response) => void response.writeHead(302, { Location: "http://127.0.0.1:1/" }).end(),
      { error: "status", status_code: 302 },
    ],
    [
      "a refusal with control characters",
      (response) => void response.writeHead(410).end("go\u0000ne\u001b[0m"),
      { error: "status", status_code: 410, response_body: "gone[0m" },
    ],
    [
      "a huge body",
      (response) => void response.writeHead(200).end("y".repeat(5_000_000)),
      { error: null, status_code: 200, response_body: "y".repeat(16_384) },
    ],
  ];

  it.each(cases)("%s", async (_, answer, expected) => {
    const isSlow = "error" in expected && expected.error === "timeout";
    const { t, wid, receiver, logs } = await setUp(isSlow ? { egress: short } : {});
    receiver.answer = answer;
    await emitEvents(t, wid);
    await t.drain();
    expect(await logs()).toEqual([expect.objectContaining(expected)]);
  });

  it("a closed port, and an address inside that reached a row past the check", async () => {
    const { t, wid, receiver, logs, path } = await setUp();
    const closed = await webhookReceiver();
    await closed.close();
    await t.put(path, { url: closed.url });
    await emitEvents(t, wid);
    await t.drain();
    expect((await logs())[0]).toMatchObject({ error: "refused", status_code: null });

    const guarded = await setUp({ egress: nodeEgress({ allowPrivate: false }) });
    await guarded.t.client.execute({
      sql: "UPDATE webhooks SET url = ?",
      args: [receiver.url.replace("http:", "https:")],
    });
    await emitEvents(guarded.t, guarded.wid);
    await guarded.t.drain();
    expect((await guarded.logs())[0]).toMatchObject({ error: "blocked", status_code: null });
    expect(receiver.hits).toEqual([]);
  });
});
