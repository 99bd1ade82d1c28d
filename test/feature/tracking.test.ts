import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { suppressedAmong } from "#modules/leads/suppressions/suppress.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import type { Settings } from "#platform/ctx/settings.ts";
import { describe, expect, it } from "vitest";
import type { HitRecorder, Queue } from "#platform/ctx/ports.ts";
import { hits } from "#modules/events/schema/events.ts";
import type { SendId, WorkspaceId } from "#platform/rules/ids.ts";
import { linkPart } from "#modules/links/rules/link.ts";
import { PIXEL } from "#modules/tracking/hits/answer-hit.ts";
import { hitToken, unsubscribeToken } from "#modules/links/rules/token.ts";
import { recordHits } from "#modules/tracking/hits/record-hits.ts";
import { carriesHits, consumeHits } from "#app/jobs/consume-hits.ts";
import type { Delivery } from "#app/jobs/consume.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { type Harness, harness, TEST_SECRETS } from "#test/support/harness.ts";
import { HOSTILE_TARGETS } from "#test/unit/tracking/hostile-targets.ts";

const SECRET = TEST_SECRETS.TRACKING_SECRET;
const TOKEN = hitToken(SECRET, 1 as WorkspaceId, 7 as SendId);
const PIXEL_PATH = `/t/${TOKEN}/pixel.png`;
const linkPath = (url: string): string => `/t/${TOKEN}/link/${linkPart(SECRET, TOKEN, url)}`;
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

const rowsOf = (t: Harness) => t.db.select().from(hits).orderBy(hits.id);
const countOf = async (t: Harness): Promise<number> => (await rowsOf(t)).length;

describe("a new TRACKING_SECRET", () => {
  it("leaves sent links working and hash-only suppressions in force; what is signed from then on is of the new one", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const W = `/api/v1/workspaces/${wid}`;
    const hash = createHash("sha256").update("gone@acme.test").digest("hex");
    expect((await t.post(`${W}/suppressions`, { hash })).status).toBe(201);
    const next = "a-new-tracking-secret-of-some-forty-chars";
    const settings = t.deps.settings as { -readonly [K in keyof Settings]: Settings[K] };
    settings.TRACKING_SECRET = next;
    const opened = async () => {
      await t.app.request(PIXEL_PATH);
      const link = await t.app.request(linkPath("https://example.com/"));
      const leave = unsubscribeToken(SECRET, wid as WorkspaceId, 7 as SendId);
      const page = await t.app.request(`/unsubscribe/${leave}`);
      return [await countOf(t), link.status, page.status];
    };
    expect(await opened()).toEqual([0, 404, 404]);
    settings.TRACKING_SECRET_FORMER = ["something-between-of-some-forty-characters", SECRET];
    expect(await opened()).toEqual([2, 302, 200]);
    const own = hitToken(next, 1 as WorkspaceId, 8 as SendId);
    await t.app.request(`/t/${own}/pixel.png`);
    expect(await countOf(t)).toBe(3);
    const ctx = { ...inWorkspace(t.deps, wid as WorkspaceId), settings };
    const barred = () => suppressedAmong(ctx, ["gone@acme.test", "there@acme.test"]);
    expect([...(await barred())]).toEqual(["gone@acme.test"]);
    // Whoever drops a leaked secret keeps what hashes were made with.
    settings.TRACKING_SECRET_FORMER = [];
    settings.HASH_SECRET = SECRET;
    expect([...(await barred())]).toEqual(["gone@acme.test"]);
    expect((await opened()).slice(1)).toEqual([404, 404]);
  });
});

describe("GET /t/:id/pixel.png", () => {
  it("200: answers the image, uncached and embeddable anywhere, once the hit is a row", async () => {
    const t = await harness();
    const answer = await t.app.request(PIXEL_PATH, { headers: { "user-agent": CHROME } });
    expect(answer.status).toBe(200);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(PIXEL);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "no-store, private, max-age=0",
      "cross-origin-resource-policy": "cross-origin",
    });
    expect(await rowsOf(t)).toEqual([
      {
        id: 1,
        workspaceId: 1,
        sendId: 7,
        kind: "open",
        url: null,
        at: t.clock.now,
        verdict: null,
        reasons: null,
        source: expect.stringMatching(/^[\w-]{14}$/),
        signals: { agent: "browser", prefetch: false, private: false },
      },
    ]);
  });

  it("200 for an unknown token: the image, and nothing recorded", async () => {
    const t = await harness();
    const other = hitToken(
      "another-secret-of-forty-characters-yes-",
      1 as WorkspaceId,
      7 as SendId,
    );
    for (const token of [
      "x",
      other,
      TOKEN.slice(1),
      `${TOKEN}A`,
      TOKEN.toLowerCase(),
      "%00",
      "a".repeat(5_000),
    ]) {
      const answer = await t.app.request(`/t/${token}/pixel.png`);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
    }
    expect(await countOf(t)).toBe(0);
  });

  it("200 for HEAD: the same headers, no body, recorded as a look; 405 for other methods", async () => {
    const t = await harness();
    const head = await t.request("HEAD", PIXEL_PATH);
    expect([head.status, head.headers.get("content-type"), head.text]).toEqual([
      200,
      "image/png",
      "",
    ]);
    for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
      const answer = await t.request(method, PIXEL_PATH);
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    }
    expect((await rowsOf(t)).map(({ kind, signals }) => [kind, signals.head])).toEqual([
      ["open", true],
    ]);
  });

  it("200 above 60 a minute for one token: answered, counted as dropped, not recorded", async () => {
    const t = await harness();
    const flood = await Promise.all(Array.from({ length: 100 }, () => t.get(PIXEL_PATH)));
    expect(flood.every((answer) => answer.status === 200)).toBe(true);
    expect(await countOf(t)).toBe(60);
    const other = hitToken(SECRET, 1 as WorkspaceId, 8 as SendId);
    await t.get(`/t/${other}/pixel.png`);
    expect(await countOf(t)).toBe(61);
    expect((await t.get("/health")).json.hits_dropped).toBe(40);
    t.advance(60_000);
    await t.get(PIXEL_PATH);
    expect(await countOf(t)).toBe(62);
  });

  it("200 when recording fails or throws", async () => {
    const failing: HitRecorder = {
      record: () => Promise.reject(new Error("gone")),
      dropped: () => 0,
      leaveRoom: async () => undefined,
    };
    const t = await harness({ hits: failing });
    const log = console.error;
    console.error = () => undefined;
    try {
      expect((await t.get(PIXEL_PATH)).status).toBe(200);
      expect((await t.get(linkPath("https://example.com/"))).status).toBe(302);
    } finally {
      console.error = log;
    }
    expect(t.lines.map((line) => line.event)).toEqual(["hit.unrecorded", "hit.unrecorded"]);
  });

  it("reads no database and keeps the token out of the log", async () => {
    const t = await harness({
      hits: { record: async () => true, dropped: () => 0, leaveRoom: async () => undefined },
    });
    t.client.close();
    expect((await t.get(PIXEL_PATH)).status).toBe(200);
    expect((await t.get(linkPath("https://example.com/"))).status).toBe(302);
    expect(JSON.stringify(t.lines)).not.toContain(TOKEN);
  });
});

describe("GET /t/:id/link/*", () => {
  it("302: leads to the target with query and fragment, without referrer, unindexed, recorded", async () => {
    const t = await harness();
    const url = "https://example.com/a?b=1&c=%C3%A4#part-2";
    const answer = await t.get(`${linkPath(url)}?utm=added-on-the-way`, { "user-agent": CHROME });
    expect(answer.status).toBe(302);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      location: url,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
    });
    expect(await rowsOf(t)).toMatchObject([{ kind: "click", url, sendId: 7, workspaceId: 1 }]);
  });

  it("302 for HEAD, recorded as a look; signals of prefetch and address are kept", async () => {
    const t = await harness();
    expect((await t.request("HEAD", linkPath("https://example.com/"))).status).toBe(302);
    await t.get(linkPath("https://example.com/"), {
      "sec-purpose": "prefetch;prerender",
      "x-test-client-address": "127.0.0.9",
    });
    await t.get(PIXEL_PATH, { "x-moz": "prefetch", "user-agent": "" });
    expect((await rowsOf(t)).map((row) => row.signals)).toEqual([
      { agent: "empty", prefetch: false, head: true, private: false },
      { agent: "empty", prefetch: true, private: true },
      { agent: "empty", prefetch: true, private: false },
    ]);
  });

  it("404: a page, never a Location, for every hostile form and every link that was changed", async () => {
    const t = await harness();
    const right = linkPart(SECRET, TOKEN, "https://example.com/");
    const other = hitToken(SECRET, 1 as WorkspaceId, 8 as SendId);
    const parts = [
      ...HOSTILE_TARGETS.map((target) => encodeURIComponent(target)),
      ...HOSTILE_TARGETS.map((target) => Buffer.from(target).toString("base64url")),
      ...HOSTILE_TARGETS.map(
        (target) => right.slice(0, 14) + Buffer.from(target).toString("base64url"),
      ),
      ...HOSTILE_TARGETS.map((target) => `${right}.${encodeURIComponent(target)}`),
      `${right}/../..`,
      `${right}%2f`,
      `//evil.example/${right}`,
      `https://evil.example/${right}`,
      right.slice(0, -1),
      right.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
    ];
    for (const part of parts) {
      const answer = await t.app.request(`http://localhost/t/${TOKEN}/link/${part}`);
      expect([part, answer.status, answer.headers.get("location")]).toEqual([part, 404, null]);
      expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(answer.headers.get("content-security-policy")).toContain("script-src 'none'");
    }
    expect((await t.get(`/t/${other}/link/${right}`)).status).toBe(404);
    expect((await t.get(`/t/x/link/${right}`)).status).toBe(404);
    expect((await t.get(`/t/${TOKEN}/link/`)).status).toBe(404);
    expect((await t.get("/t/whatever")).status).toBe(404);
    expect(await countOf(t)).toBe(0);
  });
});

const HIT = {
  workspaceId: 1 as WorkspaceId,
  sendId: 7 as SendId,
  kind: "click" as const,
  url: "https://example.com/?q='\"ü",
  at: 1_000,
  signals: { source: "s", agent: "browser", prefetch: false, private: false },
};

describe("hits.record.v1", () => {
  it("writes the hits of a message once, however often it comes", async () => {
    const t = await harness();
    const job = {
      type: "hits.record.v1" as const,
      batchId: "b1",
      hits: [HIT, { ...HIT, kind: "open" as const, url: null }],
    };
    for (let i = 0; i < 3; i++) await t.deps.queue.send(job);
    await t.drain();
    expect((await rowsOf(t)).map((row) => [row.kind, row.url])).toEqual([
      ["click", HIT.url],
      ["open", null],
    ]);
    await t.deps.queue.send({ ...job, batchId: "b2" });
    await t.drain();
    expect(await countOf(t)).toBe(4);
  });

  it("takes messages of many hits", async () => {
    const t = await harness();
    await t.deps.queue.send({
      type: "hits.record.v1",
      batchId: "b",
      hits: Array.from({ length: 450 }, () => HIT),
    });
    await t.drain();
    expect(await countOf(t)).toBe(450);
  });
});

describe("the messages of one delivery", () => {
  const message = (batchId: string, sendId: number, settled: string[]): Delivery => ({
    id: batchId,
    body: {
      type: "hits.record.v1",
      batchId,
      hits: [{ ...HIT, sendId }],
    },
    attempts: 1,
    ack: () => void settled.push(`ack ${batchId}`),
    retry: () => void settled.push(`retry ${batchId}`),
  });
  const sendsOf = async (t: Harness) => (await rowsOf(t)).map((row) => Number(row.sendId));

  it("are written together, and once, whichever of them comes again", async () => {
    const t = await harness();
    const settled: string[] = [];
    const [a, b, c] = ["a", "b", "c"].map((id, i) => message(id, i + 1, settled));
    if (!a || !b || !c) throw new Error("three messages");
    await consumeHits([a, b], t.deps);
    expect(await sendsOf(t)).toEqual([1, 2]);
    await consumeHits([b, c], t.deps);
    await consumeHits([a, b, c], t.deps);
    expect(await sendsOf(t)).toEqual([1, 2, 3]);
    expect(settled.toSorted()).toEqual(
      ["a", "a", "b", "b", "b", "c", "c"].map((id) => `ack ${id}`),
    );
    expect(carriesHits(a)).toBe(true);
    expect(carriesHits({ ...a, body: { type: "hits.judge.v1", workspaceId: 1 } })).toBe(false);
  });

  it("wake the judge once a second, and again for hits that come after it", async () => {
    const t = await harness();
    const { now } = t.clock;
    const sent: (number | undefined)[] = [];
    const queue: Queue = {
      async send(_, options) {
        sent.push(options?.delaySeconds);
      },
    };
    const record = (batchId: string, at: number) =>
      recordHits({ ...t.deps, queue }, [{ batchId, hits: [{ ...HIT, kind: "open", at }] }]);
    await record("a", now);
    await record("b", now);
    expect(sent.length).toBe(1);
    expect(sent).toEqual([5]);
    t.advance(7_000);
    await record("late", now);
    expect(sent).toEqual([5, 0]);
  });

  it("do not suffer from one that nobody can read", async () => {
    const t = await harness();
    const settled: string[] = [];
    const bad = { ...message("bad", 9, settled), body: { type: "hits.record.v1", hits: 1 } };
    await consumeHits([message("a", 1, settled), bad, message("b", 2, settled)], t.deps);
    expect(new Set(await sendsOf(t))).toEqual(new Set([1, 2]));
    expect(settled.toSorted()).toEqual(["ack a", "ack b", "ack bad"]);
  });
});

describe("what is kept of a hit", () => {
  it("loses its source two minutes after it was made, once judged", async () => {
    const t = await harness();
    await t.get(PIXEL_PATH);
    await t.deps.queue.send({ type: "hits.record.v1", batchId: "b", hits: [] });
    await t.drain();
    await t.tick();
    expect((await rowsOf(t))[0]?.source).not.toBeNull();
    t.advance(121_000);
    await t.tick();
    expect((await rowsOf(t))[0]).toMatchObject({
      source: null,
      verdict: "machine",
      reasons: ["unknown_send"],
    });
    t.advance(16 * 86_400_000);
    await assertNoScans(t.client, () => t.tick());
    const marks = await t.db.get<{ n: number }>(sql`SELECT count(*) AS n FROM hit_batches`);
    expect(marks.n).toBe(0);
  });
});
