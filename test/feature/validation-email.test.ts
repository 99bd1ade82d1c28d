import { createHash } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { avatarHealth, avatarService } from "#app/adapters/avatar.ts";
import { places } from "#platform/adapters/places.ts";
import { nodeGet } from "#server/node-get.ts";
import { startAvatarServer } from "#test/support/avatar-server.ts";
import type { Zone } from "#test/support/doh-server.ts";
import { rowsOf } from "#test/support/upload.ts";
import { closeResolvers, validating } from "#test/support/validating.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await closeResolvers();
  for (const server of open.splice(0)) await server.close();
});

const ACME: Zone = { "acme.com": { mx: [[10, "mx.acme.com"]] } };

const md5 = (text: string): string => createHash("md5").update(text).digest("hex");

/** Gravatar's place taken by a server on loopback. */
async function withAvatarsOf(status: (hash: string) => number) {
  const server = await startAvatarServer(status);
  open.push(server);
  const health = avatarHealth();
  const made = await validating(ACME, {
    avatars: (now) =>
      avatarService({
        url: server.url,
        get: nodeGet(),
        places: places(4),
        health,
        now,
        timeoutMs: 1_000,
      }),
  });
  return { ...made, avatars: server };
}

describe("POST /leads/validate-email", () => {
  it("200: the score of an address that nobody has; nothing about it is stored", async () => {
    const { t, base } = await validating(ACME);
    const answer = await t.post(`${base}/leads/validate-email`, { email: "Anna.Novak@ACME.com " });
    expect([answer.status, answer.json]).toMatchObject([
      200,
      {
        email: "Anna.Novak@acme.com",
        lead_id: null,
        score: 90,
        validation_status: "valid",
        validation: { points: { route: 35 }, mx: { state: "mx", hosts: ["mx.acme.com"] } },
        validated_at: "2026-11-18T12:00:00.000Z",
      },
    ]);
    expect(await rowsOf(t, "SELECT count(*) AS n FROM leads")).toEqual([{ n: 0 }]);
  });

  it("200: of a lead's address the result becomes the lead's", async () => {
    const { t, base, list } = await validating({ ...ACME, "slow.com": { http: 500 } });
    await list(["anna@acme.com", "max@slow.com"]);
    const anna = await t.post(`${base}/leads/validate-email`, { email: "ANNA@acme.com" });
    expect(anna.json).toMatchObject({ lead_id: 1, score: 90 });
    expect((await t.get(`${base}/leads/1`)).json).toMatchObject({
      score: 90,
      validation_status: "valid",
      validation: anna.json.validation,
    });
    const max = await t.post(`${base}/leads/validate-email`, { email: "max@slow.com" });
    expect(max.json).toMatchObject({
      lead_id: 2,
      score: 75,
      validation: { reason: "dns_unknown" },
    });
    expect(await rowsOf(t, "SELECT lead_id, attempts FROM validation_retries")).toEqual([
      { lead_id: 2, attempts: 0 },
    ]);
    // Nobody will come back to an address that is no lead's.
    const other = await t.post(`${base}/leads/validate-email`, { email: "moritz@slow.com" });
    expect(other.json).toMatchObject({ lead_id: null, validation: { retryAt: null } });
  });

  it("200: another workspace's lead is nobody here", async () => {
    const { t, list } = await validating(ACME);
    await list(["anna@acme.com"]);
    const other = await t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
    const there = `/api/v1/workspaces/${other.json.id}/leads/validate-email`;
    expect((await t.post(there, { email: "anna@acme.com" })).json).toMatchObject({ lead_id: null });
    expect(await rowsOf(t, "SELECT score FROM leads")).toEqual([{ score: null }]);
  });

  it.each([
    ["no-at-sign", 0],
    ["john..doe@acme.com", 0],
    ["p@[192.0.2.1]", 20],
    ["p@localhost", 20],
    ["p@nxdomain.com", 20],
    ["x@mailinator.com", 20],
  ])("200: %s has %i points, which is an answer and no error", async (email, score) => {
    const { t, base } = await validating(ACME);
    const answer = await t.post(`${base}/leads/validate-email`, { email });
    expect([answer.status, answer.json]).toMatchObject([
      200,
      { score, validation_status: "invalid" },
    ]);
  });

  it("422: no address, an endless one, an unknown field", async () => {
    const { t, base } = await validating(ACME);
    for (const body of [
      {},
      { email: "" },
      { email: "a".repeat(1_001) },
      { email: 7 },
      { email: "a@b.c", x: 1 },
    ]) {
      expect((await t.post(`${base}/leads/validate-email`, body)).status).toBe(422);
    }
  });

  it("200: takes DNS's 5 seconds at the very most, over MX and address", async () => {
    const zone: Zone = { "slow.com": { delayMs: 3_000 }, "silent.com": { hang: true } };
    const { t, base } = await validating(zone);
    const ask = (email: string) => t.post(`${base}/leads/validate-email`, { email });
    const began = performance.now();
    const answers = await Promise.all([ask("a@slow.com"), ask("a@silent.com")]);
    const took = performance.now() - began;
    expect(answers.map(({ json }) => [json.score, json.validation.mx.trouble])).toEqual([
      [75, "timeout"],
      [75, "timeout"],
    ]);
    expect(took).toBeGreaterThan(4_900);
    // Each by itself would take 6 s and 10 s; a busy machine takes a while over the rest.
    expect(took).toBeLessThan(9_500);
  });
});

describe("step 7", () => {
  it("adds ten points where a picture is found, and takes none where not", async () => {
    const { t, list, start, results, avatars } = await withAvatarsOf((hash) =>
      hash === md5("anna@acme.com") ? 200 : 404,
    );
    await start(await list(["anna@acme.com", "ben@acme.com", "john..doe@acme.com"]));
    await t.drain();
    expect(Object.values(await results()).map((r) => [r.score, r.validation.avatar.state])).toEqual(
      [
        [100, "found"],
        [90, "not_found"],
        [0, "off"],
      ],
    );
    // Wrong syntax ends before it.
    expect(avatars.asked).toHaveLength(2);
  });

  it("a service that fails costs no points, and is left alone after five errors", async () => {
    const { t, list, start, results, avatars } = await withAvatarsOf(() => 503);
    const emails = Array.from({ length: 30 }, (_, i) => `p${i}@acme.com`);
    await start(await list(emails));
    await t.drain();
    expect(
      new Set(Object.values(await results()).map((r) => `${r.score} ${r.validation.avatar.state}`)),
    ).toEqual(new Set(["90 unknown"]));
    // Four were under way when the fifth failed.
    expect(avatars.asked.length).toBeLessThan(10);
  });

  it("is not taken in a workspace that says no", async () => {
    const { t, wid, base, list, start, results, avatars } = await withAvatarsOf(() => 200);
    await t.client.execute(
      `INSERT INTO workspace_settings (workspace_id, value, updated_at) VALUES (${wid}, '{"validation":{"avatar":false}}', 1)`,
    );
    await start(await list(["anna@acme.com"]));
    await t.drain();
    const one = await t.post(`${base}/leads/validate-email`, { email: "ben@acme.com" });
    expect(one.json).toMatchObject({ score: 90, validation: { avatar: { state: "off" } } });
    expect((await results())["anna@acme.com"]).toMatchObject({ score: 90 });
    expect(avatars.asked).toEqual([]);
  });
});
