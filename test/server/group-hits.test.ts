import { sql } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Job, QueuedHit } from "#platform/ctx/job.ts";
import type { Db } from "#platform/db/db.ts";
import { hits } from "#modules/events/schema/events.ts";
import { type SendId, unixMs, type WorkspaceId } from "#platform/rules/ids.ts";
import { groupHits } from "#server/group-hits.ts";
import { openTestDatabase } from "#test/support/database.ts";
import { statementsOf } from "#test/support/explain.ts";

const hit = (sendId: number, change: Partial<QueuedHit> = {}): QueuedHit => ({
  workspaceId: 1 as WorkspaceId,
  sendId: sendId as SendId,
  kind: "open",
  url: null,
  at: 1_000,
  signals: { source: "s", agent: "browser", prefetch: false, private: false },
  ...change,
});

/** A recorder whose database can be held and broken: the one outside part. */
async function recorder() {
  const { db, client } = await openTestDatabase();
  const jobs: { job: Job; delaySeconds: number | undefined }[] = [];
  const lines: string[] = [];
  const gate = { open: Promise.resolve(), broken: false };
  const gated: Db = Object.assign(Object.create(db) as Db, {
    batch: async (statements: Parameters<Db["batch"]>[0]) => {
      await gate.open;
      if (gate.broken) throw new Error("disk full");
      return db.batch(statements);
    },
  });
  // 300 ms pass when a test says so, not while a busy machine does something else.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const record = groupHits({
    db: gated,
    now: () => unixMs(1_000),
    log: (event) => void lines.push(event),
    queue: {
      send: async (job, options) => void jobs.push({ job, delaySeconds: options?.delaySeconds }),
    },
  });
  const rows = async (): Promise<number> =>
    (await db.get<{ n: number }>(sql`SELECT count(*) AS n FROM ${hits}`)).n;
  return { record, rows, gate, jobs, lines, client };
}

afterEach(() => vi.useRealTimers());

describe("hits on one machine", () => {
  it("are rows when they are answered, those in flight in one statement", async () => {
    const { record, rows, client } = await recorder();
    let kept: boolean[] = [];
    const statements = await statementsOf(client, async () => {
      kept = await Promise.all(Array.from({ length: 500 }, (_, i) => record.record(hit(i))));
    });
    expect(kept.every(Boolean)).toBe(true);
    expect(await rows()).toBe(500);
    expect(statements.length).toBeLessThanOrEqual(4);
    expect(record.dropped()).toBe(0);
  });

  it("that come while a group is being written make the next one", async () => {
    const { record, rows, gate, client } = await recorder();
    const held = Promise.withResolvers<void>();
    gate.open = held.promise;
    const first = record.record(hit(1));
    await new Promise((resolve) => setImmediate(resolve));
    const others = Array.from({ length: 100 }, (_, i) => record.record(hit(i + 2)));
    const statements = await statementsOf(client, async () => {
      held.resolve();
      expect(await first).toBe(true);
      expect((await Promise.all(others)).every(Boolean)).toBe(true);
    });
    expect(statements.length).toBe(2);
    expect(await rows()).toBe(101);
  });

  it("wait 300 ms at most, and count as dropped only while they are not written after all", async () => {
    const { record, rows, gate } = await recorder();
    const held = Promise.withResolvers<void>();
    gate.open = held.promise;
    const answers: boolean[] = [];
    for (const one of [1, 2]) void record.record(hit(one)).then((kept) => answers.push(kept));
    await vi.advanceTimersByTimeAsync(299);
    expect(answers).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(answers).toEqual([false, false]);
    expect(record.dropped()).toBe(2);
    held.resolve();
    await expect.poll(() => record.dropped()).toBe(0);
    expect(await rows()).toBe(2);
    expect(await record.record(hit(3))).toBe(true);
  });

  it("are dropped and counted when the write fails, told once, and kept again afterwards", async () => {
    const { record, rows, gate, lines } = await recorder();
    gate.broken = true;
    expect(await Promise.all([record.record(hit(1)), record.record(hit(2))])).toEqual([
      false,
      false,
    ]);
    expect(await record.record(hit(3))).toBe(false);
    expect(record.dropped()).toBe(3);
    gate.broken = false;
    expect(await record.record(hit(4))).toBe(true);
    expect([await rows(), record.dropped()]).toEqual([1, 3]);
    expect(lines).toEqual(["hits.unwritten"]);
  });

  it("above 60 a minute for one token are dropped and counted", async () => {
    const { record, rows } = await recorder();
    const kept = await Promise.all(Array.from({ length: 100 }, () => record.record(hit(1))));
    expect(kept.filter(Boolean).length).toBe(60);
    expect([await rows(), record.dropped()]).toEqual([60, 40]);
  });

  it("wake the judge once a second for each workspace", async () => {
    const { record, jobs } = await recorder();
    for (let i = 0; i < 50; i++) await record.record(hit(i));
    await record.record(hit(1, { kind: "click", url: "https://example.com/" }));
    await record.record(hit(1, { workspaceId: 2 as WorkspaceId }));
    await record.record(hit(1, { at: 1_001 }));
    expect(jobs).toEqual([
      { job: { type: "hits.judge.v1", workspaceId: 1 }, delaySeconds: 5 },
      { job: { type: "hits.judge.v1", workspaceId: 2 }, delaySeconds: 5 },
      { job: { type: "hits.judge.v1", workspaceId: 1 }, delaySeconds: 6 },
    ]);
  });
});
