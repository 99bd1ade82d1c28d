import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SendId, WorkspaceId } from "#platform/rules/ids.ts";
import { linkPart } from "#modules/links/rules/link.ts";
import { PIXEL } from "#modules/tracking/hits/answer-hit.ts";
import { hitToken } from "#modules/links/rules/token.ts";
import { bundleWorker } from "#test/support/bundle-worker.ts";

const SECRET = "a-secret-of-forty-characters-for-testing";
let script = "";
const running: Miniflare[] = [];

beforeAll(async () => {
  script = await bundleWorker("test/worker/hits/worker.ts");
});
afterAll(() => Promise.all(running.map((workerd) => workerd.dispose())));

/** The recorder in a workerd of its own. */
async function start() {
  const workerd = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      workers: [
        {
          name: "hits",
          modules: true,
          script,
          compatibilityDate: "2026-10-01",
          compatibilityFlags: ["nodejs_compat"],
          queueProducers: { HITS: "hits" },
          queueConsumers: { hits: { maxBatchSize: 20, maxBatchTimeout: 0 } },
        },
      ],
    }),
  );
  running.push(workerd);
  const base = await workerd.ready;
  const get = async (path: string, signal?: AbortSignal) => {
    const answer = await fetch(new URL(path, base), signal ? { signal } : {});
    return (await answer.json()) as Record<string, number | boolean>;
  };
  return { base, hit: get, seen: () => get("/seen") };
}

const keptOrDropped = ({ hits, dropped }: Record<string, number | boolean>): number =>
  Number(hits) + Number(dropped);

describe("hits of the Worker", () => {
  it("come from addresses that both hosts make and read alike", async () => {
    const { base, hit, seen } = await start();
    const token = hitToken(SECRET, 3 as WorkspaceId, 4 as SendId);
    const part = linkPart(SECRET, token, "https://example.com/ä?x=1#y");
    expect(await hit("/make")).toEqual({ token, part });
    const pixel = await fetch(new URL(`/t/${token}/pixel.png`, base));
    expect([pixel.status, new Uint8Array(await pixel.arrayBuffer())]).toEqual([200, PIXEL]);
    const link = await fetch(new URL(`/t/${token}/link/${part}`, base), { redirect: "manual" });
    expect(link.headers.get("location")).toBe("https://example.com/%C3%A4?x=1#y");
    const lost = await fetch(new URL(`/t/${token}/link/${part}A`, base), { redirect: "manual" });
    expect([lost.status, lost.headers.get("location")]).toEqual([404, null]);
    await expect.poll(async () => (await seen())["hits"]).toBe(2);
  });

  it("are acknowledged by the queue before they are answered, many in one message", async () => {
    const { hit, seen } = await start();
    const answers: unknown[] = [];
    let next = 0;
    const client = async (): Promise<void> => {
      while (next < 2_000) answers.push((await hit(`/?send=${next++}`))["kept"]);
    };
    await Promise.all(Array.from({ length: 50 }, client));
    expect(answers.length).toBe(2_000);
    // What was answered too late counts as dropped until it is kept after all.
    expect(Number((await seen())["dropped"])).toBeLessThanOrEqual(
      answers.filter((kept) => kept === false).length,
    );
    await expect.poll(async () => keptOrDropped(await seen())).toBe(2_000);
    expect(Number((await seen())["hits"])).toBeGreaterThanOrEqual(
      answers.filter((kept) => kept === true).length,
    );
    expect(Number((await seen())["messages"])).toBeLessThan(1_500);
  });

  it("go on when the clients that began a message leave", async () => {
    const { hit, seen } = await start();
    for (let round = 0; round < 20; round++) {
      const leaving = new AbortController();
      const left = [0, 1, 2].map((n) =>
        hit(`/?send=${round}&stall=${n === 0 ? 50 : 0}`, leaving.signal).catch(() => null),
      );
      const stays = [0, 1, 2].map(() => hit(`/?send=${round}`));
      setTimeout(() => leaving.abort(), 5);
      const answers = await Promise.all(stays);
      // Else they would wait for somebody who is gone, for ever.
      for (const answer of answers) expect(Number(answer["ms"])).toBeLessThan(10_000);
      await Promise.all(left);
    }
    await expect.poll(async () => Number((await seen())["hits"])).toBeGreaterThanOrEqual(60);
  });

  it("wait 300 ms at most, and count as dropped only while they are not kept after all", async () => {
    const { hit, seen } = await start();
    const late = await hit("/?stall=4000");
    expect(late["kept"]).toBe(false);
    expect(Number(late["ms"])).toBeGreaterThanOrEqual(290);
    expect(Number(late["ms"])).toBeLessThan(3_500);
    expect((await seen())["dropped"]).toBe(1);
    // The next ones do not wait for the one that stands still.
    const next = await hit("/?send=2");
    expect(Number(next["ms"])).toBeLessThan(3_000);
    await expect.poll(async () => (await seen())["hits"]).toBe(2);
    await expect.poll(async () => (await seen())["dropped"]).toBe(0);
  });

  it("are dropped and counted when the queue refuses, and above 60 a minute for one token", async () => {
    const { hit, seen } = await start();
    expect((await hit("/?fail=1"))["kept"]).toBe(false);
    for (let i = 0; i < 150; i++) await hit("/?send=9");
    await expect.poll(async () => keptOrDropped(await seen())).toBe(151);
    const { hits } = await seen();
    expect(Number(hits)).toBeGreaterThanOrEqual(60);
    // A minute may have begun meanwhile.
    expect(Number(hits)).toBeLessThanOrEqual(120);
  });

  it("of long links leave in messages that fit the queue", async () => {
    const { hit, seen } = await start();
    const url = `https://example.com/${"x".repeat(4_000)}`;
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, i) => hit(`/?send=${i}&url=${encodeURIComponent(url)}`)),
    );
    const kept = answers.filter((answer) => answer["kept"] === true).length;
    await expect.poll(async () => keptOrDropped(await seen())).toBe(80);
    expect(Number((await seen())["hits"])).toBeGreaterThanOrEqual(kept);
  });
});
