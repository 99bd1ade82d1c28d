import { afterEach, describe, expect, it } from "vitest";
import { dohDns } from "#platform/adapters/doh.ts";
import { places } from "#platform/adapters/places.ts";
import { fetchGet } from "#platform/adapters/fetch-get.ts";
import type { Dns } from "#platform/ctx/ports.ts";
import { gate } from "#test/support/dns-gate.ts";
import type { Zone } from "#test/support/doh-server.ts";
import { rowsOf } from "#test/support/upload.ts";
import { calls, closeResolvers, validating } from "#test/support/validating.ts";

afterEach(closeResolvers);

const ACME: Zone = { "acme.com": { mx: [[10, "mx.acme.com"]] } };

/** A zone of `count` company domains, and an address at each in turn. */
function companies(count: number) {
  const zone = Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`c${i}.com`, { mx: [[1, `mx.c${i}.com`]] as const }]),
  );
  const addresses = (leads: number, from = 0): string[] =>
    Array.from({ length: leads }, (_, i) => `p${from + i}@c${(from + i) % count}.com`);
  return { zone, addresses };
}

describe("a running validation", () => {
  it("writes in the order of the list, and shows each result as soon as all before it are there", async () => {
    const { zone, addresses } = companies(8);
    const { t, list, start, job } = await validating(zone);
    const { json } = await start(await list(addresses(40)));
    const held = gate("c5.com");
    Object.assign(t.deps, { dns: held.over(t.deps.dns) });
    const running = t.drain();
    await held.reached;
    // The five before it, and none behind it, though the others' domains are known.
    await expect.poll(async () => (await job(json.job_id)).done).toBe(5);
    expect(
      await rowsOf(t, "SELECT max(id) AS last, count(*) AS n FROM leads WHERE score IS NOT NULL"),
    ).toEqual([{ last: 5, n: 5 }]);
    expect(held.asked.length).toBeGreaterThan(5);
    held.open();
    await running;
    expect(await job(json.job_id)).toMatchObject({ status: "completed", done: 40 });
  });

  it("killed anywhere, goes on where it was: nothing twice, nothing lost, and the dead write no more", async () => {
    const { zone, addresses } = companies(30);
    const { t, list, start, job, server } = await validating(zone, { atOnce: 2 });
    const { json } = await start(await list(addresses(60)));
    const held = gate("c9.com");
    const dns = t.deps.dns;
    Object.assign(t.deps, { dns: held.over(dns) });
    const dead = t.drain();
    await held.reached;
    await expect.poll(async () => (await job(json.job_id)).done).toBe(9);
    const before = await rowsOf(t, "SELECT id, validation FROM leads WHERE score IS NOT NULL");
    const kept = () => rowsOf(t, "SELECT count(*) AS n FROM dns_routes");
    // What it asked meanwhile is not lost with it.
    await expect.poll(kept).toEqual([{ n: 29 }]);

    // Nobody hears of that process again. A wake-up changes nothing while its lease holds.
    Object.assign(t.deps, { dns });
    await t.deps.queue.send({
      type: "validation.slice.v1",
      workspaceId: 1 as never,
      jobId: json.job_id,
    });
    await t.drain();
    expect(await job(json.job_id)).toMatchObject({ status: "running", done: 9 });
    t.advance(61_000);
    await t.tick();
    await t.drain();
    expect(await job(json.job_id)).toMatchObject({
      status: "completed",
      done: 60,
      counts: { valid: 60, risky: 0, invalid: 0 },
    });
    const after = await rowsOf(t, "SELECT id, validation FROM leads WHERE id <= 9");
    expect(after).toEqual(before);

    await t.client.execute("UPDATE leads SET score = 1 WHERE id = 20");
    held.open();
    await dead;
    expect(await rowsOf(t, "SELECT score FROM leads WHERE id = 20")).toEqual([{ score: 1 }]);
    expect(await job(json.job_id)).toMatchObject({ done: 60, status: "completed" });
    expect(server.asked).toHaveLength(30);
  });

  it("a lost wake-up is made good by the tick", async () => {
    const { t, list, start, job } = await validating(ACME);
    const { json } = await start(await list(["a@acme.com"]));
    t.queue.length = 0;
    await t.tick();
    expect(t.queue).toEqual([]);
    t.advance(60_000);
    await t.tick();
    await t.tick();
    expect(t.queue.map(({ job: wake }) => wake.type)).toEqual(["validation.slice.v1"]);
    await t.drain();
    expect(await job(json.job_id)).toMatchObject({ status: "completed" });
  });

  it("200: stops when it is cancelled; what was written stays, and nothing more is", async () => {
    const { zone, addresses } = companies(30);
    const { t, list, start, job, cancel } = await validating(zone, { atOnce: 2 });
    const { json } = await start(await list(addresses(60)));
    const held = gate("c9.com");
    Object.assign(t.deps, { dns: held.over(t.deps.dns) });
    const running = t.drain();
    await expect.poll(async () => (await job(json.job_id)).done).toBe(9);
    const stopped = await cancel(json.job_id);
    expect([stopped.status, stopped.json]).toMatchObject([
      200,
      { status: "cancelled", done: 9, total: 60 },
    ]);
    held.open();
    await running;
    expect(await job(json.job_id)).toMatchObject({ status: "cancelled", done: 9 });
    expect(await rowsOf(t, "SELECT count(*) AS n FROM leads WHERE score IS NOT NULL")).toEqual([
      { n: 9 },
    ]);
    // Answers that came meanwhile are kept for the next one.
    expect((await rowsOf(t, "SELECT count(*) AS n FROM dns_routes"))[0]?.["n"]).toBeGreaterThan(9);
    expect((await cancel(json.job_id)).status).toBe(200);
    t.advance(120_000);
    await t.tick();
    expect(await t.drain()).not.toContain("validation.slice.v1 ack");
  });

  it("409: one that is completed cannot be cancelled", async () => {
    const { t, list, start, cancel } = await validating(ACME);
    const { json } = await start(await list(["a@acme.com"]));
    await t.drain();
    expect((await cancel(json.job_id)).json).toMatchObject({ status: 409, code: "invalid_state" });
    expect((await cancel(9_999)).status).toBe(404);
  });

  it("goes in turns, so that a small job of another workspace is not kept waiting by a huge one", async () => {
    const { zone, addresses } = companies(800);
    // 800 answers of 32 ms, four at a time, are 6.4 s on any machine: three turns at least.
    const { t, list, start, job, server } = await validating(zone, {
      atOnce: 4,
      delayMs: () => 32,
    });
    const huge = await start(await list(addresses(800)));
    const other = await t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
    const there = calls(t, other.json.id);
    const small = await there.start(await there.list(["a@c1.com", "b@c2.com"]));
    const turns: [done: number, small: string][] = [];
    const send = t.deps.queue.send.bind(t.deps.queue);
    Object.assign(t.deps.queue, {
      async send(...args: Parameters<typeof send>) {
        const { done } = await job(huge.json.job_id);
        turns.push([done, (await there.job(small.json.job_id)).status]);
        await send(...args);
      },
    });
    await t.drain();
    // The first turn ends before the other job had its first, which is over before the second ends.
    expect(turns.length).toBeGreaterThan(1);
    expect(turns[0]?.[0]).toBeLessThan(800);
    expect(turns.map(([, status]) => status)).toEqual([
      "queued",
      ...turns.slice(1).map(() => "completed"),
    ]);
    expect(await job(huge.json.job_id)).toMatchObject({ status: "completed", done: 800 });
    expect(server.asked).toHaveLength(800);
  });

  it("two of a workspace run at a time, the third waits for its place", async () => {
    const { t, list, start, job, cancel } = await validating(ACME);
    const held = gate("acme.com");
    Object.assign(t.deps, { dns: held.over(t.deps.dns) });
    const ids: number[] = [];
    for (const name of ["a", "b", "c", "d"]) {
      ids.push((await start(await list([`${name}@acme.com`]))).json.job_id);
    }
    const [first = 0, second = 0, third = 0, fourth = 0] = ids;
    // Two consumers, as a host with several places has.
    const consumers = [t.drain(), t.drain()];
    const states = async () => Promise.all(ids.map(async (id) => (await job(id)).status));
    await expect.poll(states).toEqual(["running", "running", "queued", "queued"]);
    const rest = t.drain();
    await rest;
    expect(await states()).toEqual(["running", "running", "queued", "queued"]);
    expect(await job(third)).toMatchObject({ started_at: null });
    expect((await cancel(first)).status).toBe(200);
    void t.drain();
    await expect.poll(states).toEqual(["cancelled", "running", "running", "queued"]);
    held.open();
    await Promise.all(consumers);
    await t.drain();
    await expect
      .poll(async () => {
        await t.drain();
        return states();
      })
      .toEqual(["cancelled", "completed", "completed", "completed"]);
    expect(await job(second)).toMatchObject({ done: 1 });
    expect(await job(fourth)).toMatchObject({ done: 1 });
  });

  it("stops short where the host allows no more requests, and goes on in the next turn", async () => {
    const { zone, addresses } = companies(20);
    const { t, list, start, job, server } = await validating(zone);
    const { json } = await start(await list(addresses(20)));
    let turns = 0;
    // Each invocation of the Worker has its own allowance; here it is seven.
    const invocation = (): Dns =>
      dohDns({ urls: [server.url], get: fetchGet, places: places(3, 7), now: () => t.clock.now });
    const send = t.deps.queue.send.bind(t.deps.queue);
    Object.assign(t.deps, { dns: invocation() });
    Object.assign(t.deps.queue, {
      async send(...args: Parameters<typeof send>) {
        turns++;
        Object.assign(t.deps, { dns: invocation() });
        await send(...args);
      },
    });
    await t.drain();
    expect(await job(json.job_id)).toMatchObject({ status: "completed", counts: { valid: 20 } });
    expect(turns).toBe(2);
    expect(server.asked).toHaveLength(20);
  });

  it("is not begun in the workspace of a client that was deleted", async () => {
    const { t, wid, list, start, job } = await validating(ACME);
    const { json } = await start(await list(["a@acme.com"]));
    await t.client.execute(`UPDATE workspaces SET deleted_at = 1 WHERE id = ${wid}`);
    await t.drain();
    await t.client.execute(`UPDATE workspaces SET deleted_at = NULL WHERE id = ${wid}`);
    expect(await job(json.job_id)).toMatchObject({ status: "queued", done: 0 });
  });
});

describe("leads whose domain DNS did not answer for", () => {
  const due = (t: Parameters<typeof rowsOf>[0]) =>
    rowsOf(
      t,
      "SELECT lead_id, attempts, (due_at - 1795003200000) / 60000 AS minute FROM validation_retries ORDER BY lead_id",
    );

  it("are validated again after 5, 30 and 120 minutes, and then keep their result", async () => {
    const { t, list, start, results, server } = await validating({
      ...ACME,
      "slow.com": { rcode: "SERVFAIL" },
    });
    await start(await list(["max@slow.com", "a@acme.com", "moritz@slow.com"]));
    await t.drain();
    expect(await due(t)).toEqual([
      { lead_id: 1, attempts: 0, minute: 5 },
      { lead_id: 3, attempts: 0, minute: 5 },
    ]);
    for (const [minutes, next] of [
      [5, 35],
      [30, 155],
    ] as const) {
      t.advance(minutes * 60_000 - 1_000);
      await t.tick();
      expect(t.queue).toEqual([]);
      t.advance(1_000);
      await t.tick();
      await t.drain();
      expect((await due(t)).map((row) => row["minute"])).toEqual([next, next]);
    }
    t.advance(120 * 60_000);
    await t.tick();
    await t.drain();
    expect(await due(t)).toEqual([]);
    const found = await results();
    expect(found["max@slow.com"]).toMatchObject({
      score: 75,
      status: "risky",
      validation: { reason: "dns_unknown", retryAt: null },
    });
    // Once a try, not once a lead.
    expect(server.asked.filter((question) => question === "slow.com MX")).toHaveLength(4);
    expect(server.asked.filter((question) => question === "acme.com MX")).toHaveLength(1);
  });

  it("get their real score when the name server is back", async () => {
    const { t, list, start, results, server, job } = await validating({
      ...ACME,
      "back.com": { http: 503 },
      "gone.com": { http: 503 },
    });
    const { json } = await start(await list(["max@back.com", "x@gone.com"]));
    await t.drain();
    server.zone = { "back.com": { mx: [[1, "mx.back.com"]] } };
    t.advance(5 * 60_000);
    await t.tick();
    await t.drain();
    expect(
      Object.values(await results()).map((r) => [r.score, r.status, r.validation.reason]),
    ).toEqual([
      [90, "valid", null],
      [20, "invalid", null],
    ]);
    expect(await due(t)).toEqual([]);
    // The job is over and stays as it was.
    expect(await job(json.job_id)).toMatchObject({ status: "completed", counts: { risky: 2 } });
  });

  it("are forgotten when they are deleted or get another address", async () => {
    const { t, base, list, start, server } = await validating({ "slow.com": { http: 500 } });
    await start(await list(["a@slow.com", "b@slow.com"]));
    await t.drain();
    await t.delete(`${base}/leads/1`);
    await t.put(`${base}/leads/2`, { email: "b@other.com" });
    const before = server.asked.length;
    t.advance(5 * 60_000);
    await t.tick();
    await t.drain();
    expect(await due(t)).toEqual([]);
    expect(server.asked).toHaveLength(before);
    expect(await rowsOf(t, "SELECT email, score FROM leads")).toEqual([
      { email: "b@other.com", score: null },
    ]);
  });

  it("come again when whoever took them dies", async () => {
    const { t, list, start } = await validating({ "slow.com": { http: 500 } });
    await start(await list(["a@slow.com"]));
    await t.drain();
    t.advance(5 * 60_000);
    await t.tick();
    const held = gate("slow.com");
    const { dns } = t.deps;
    Object.assign(t.deps, { dns: held.over(dns) });
    const dead = t.drain();
    await held.reached;
    await t.tick();
    expect(t.queue).toEqual([]);
    Object.assign(t.deps, { dns });
    t.advance(5 * 60_000);
    await t.tick();
    await t.drain();
    expect(await due(t)).toEqual([{ lead_id: 1, attempts: 1, minute: 40 }]);
    held.open();
    await dead;
    expect(await due(t)).toEqual([{ lead_id: 1, attempts: 1, minute: 40 }]);
  });
});
