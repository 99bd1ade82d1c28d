import { existsSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Point, tokenWorld } from "#test/support/oauth/token-processes.ts";

/*
 * Tokens in a database that several processes share: one refresh at a time, and each of them may be
 * killed anywhere or sleep through its lease.
 */

let world: Awaited<ReturnType<typeof tokenWorld>>;
beforeEach(async () => {
  world = await tokenWorld();
});
afterEach(() => world.stop());

/** Past the lease of a process that is gone. */
const PAST_LEASE_MS = 61_000;
const refreshes = () => world.provider.calls.filter((type) => type === "refresh_token").length;
const tokenIn = (answer: object | undefined) =>
  answer && "token" in answer ? String(answer.token) : JSON.stringify(answer);

describe("a grant of two processes", () => {
  it("is renewed by one request, however many ask for it", async () => {
    const [a, b] = await Promise.all([world.start(), world.start()]);
    const answers = (await Promise.all([a.ask(50), b.ask(50)])).flat();
    expect(answers).toHaveLength(100);
    expect(new Set(answers.map(tokenIn)).size).toBe(1);
    expect(refreshes()).toBe(1);
    // And by one more, when all find it due again.
    const again = (await Promise.all([a.ask(50, true), b.ask(50, true)])).flat();
    expect(again.every((answer) => "token" in answer)).toBe(true);
    expect(refreshes()).toBeLessThanOrEqual(3);
  });

  for (const [point, total] of [
    ["leased", 1],
    ["answered", 2],
    ["stored", 1],
  ] as const satisfies readonly (readonly [Point, number])[]) {
    it(`goes on after kill -9 at "${point}", with ${total} requests in all`, async () => {
      const first = await world.start(point);
      void first.ask(1).catch(() => undefined);
      await first.at(point);
      await first.kill();
      const second = await world.start(undefined, PAST_LEASE_MS);
      const [answer] = await second.ask(1);
      expect(world.provider.judge("joe@contoso.test", tokenIn(answer)), tokenIn(answer)).toBe(true);
      expect(refreshes()).toBe(total);
      expect(await world.grant()).toMatchObject({ state: "connected", lease: null });
    });
  }

  it("waits for a new consent where the provider took back what was killed before it was stored", async () => {
    world.provider.control.rotation = "consume";
    const first = await world.start("answered");
    void first.ask(1).catch(() => undefined);
    await first.at("answered");
    await first.kill();
    const second = await world.start(undefined, PAST_LEASE_MS);
    expect(await second.ask(1)).toMatchObject([{ refusal: "reconnect_required" }]);
    expect(await world.grant()).toMatchObject({ state: "reconnect_required" });
    // It is not asked for again.
    await second.ask(10);
    expect(refreshes()).toBe(2);
  });

  it("keeps what another stored while one slept through its lease (SIGSTOP)", async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isFirst = true;
    world.provider.control.beforeAnswer = async () => {
      if (!isFirst) return;
      isFirst = false;
      await held;
    };
    const sleeper = await world.start();
    const asleep = sleeper.ask(1);
    await expect.poll(refreshes).toBe(1);
    sleeper.child.kill("SIGSTOP");
    const other = await world.start(undefined, PAST_LEASE_MS);
    const [fresh] = await other.ask(1);
    expect(refreshes()).toBe(2);
    const stored = await world.grant();
    release();
    sleeper.child.kill("SIGCONT");
    const [late] = await asleep;
    expect(tokenIn(late)).toBe(tokenIn(fresh));
    expect(await world.grant()).toEqual(stored);
    // The refresh token that is kept is one that still works.
    const [next] = await other.ask(1, true);
    expect(world.provider.judge("joe@contoso.test", tokenIn(next))).toBe(true);
  });

  it("leaves no refresh token in the database's files or the logs", async () => {
    const [a, b] = await Promise.all([world.start(), world.start()]);
    for (let i = 0; i < 5; i++) await Promise.all([a.ask(10, true), b.ask(10, true)]);
    world.provider.control.outage = () => new Response("no", { status: 500 });
    await a.ask(1, true);
    const files = ["", "-wal", "-shm"]
      .map((end) => `${world.path}${end}`)
      .filter((path) => existsSync(path))
      .map((path) => readFileSync(path).toString("latin1"));
    const all = [...files, ...world.said].join("\n");
    const tokens = world.provider.refreshTokens();
    expect(tokens.length).toBeGreaterThan(5);
    expect(tokens.filter((token) => all.includes(token))).toEqual([]);
    // The search finds what lies there.
    expect(all).toContain("joe@contoso.test");
    expect(world.said.join("")).toContain("grant.refused");
  });
});
