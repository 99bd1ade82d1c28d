import { generateKeyPairSync, randomBytes } from "node:crypto";
import { CompactSign, importJWK } from "jose";
import { afterEach, describe, expect, it } from "vitest";
import type { Release } from "#platform/wire/release.ts";
import { AppError } from "#platform/rules/errors.ts";
import { HOUR_MS } from "#platform/rules/time.ts";
import { settleAtStart } from "#modules/operations/system/settle-updates.ts";
import { castOf } from "#test/support/cast.ts";
import { type Harness, harness } from "#test/support/harness.ts";

const jwk = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
const stranger = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
const RELEASES = { RELEASES_URL: "https://releases.example/latest.jws" };
const SIGNED = { ...RELEASES, RELEASES_PUBLIC_KEY: String(jwk.x) };

const opened: Harness[] = [];
afterEach(() => {
  for (const t of opened.splice(0)) t.close();
});

const release = (version: string): Release => ({
  version,
  published_at: "2026-11-18T09:00:00.000Z",
  notes: "Faster.",
  artefact: { url: "https://releases.example/a.tgz", sha256: "a".repeat(64), bytes: 10 },
});

async function signed(payload: unknown, key: object = jwk): Promise<string> {
  return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: "EdDSA" })
    .sign(await importJWK(key, "EdDSA"));
}

/** An install of version 1.4.0 whose feed answers `feed`, and what it was asked to take. */
async function install(feed: () => Promise<string>, settings: Record<string, string> = SIGNED) {
  const begun: { id: number; release: Release }[] = [];
  const t = await harness({
    settings,
    installer: { feed, begin: async (update) => void begun.push(update) },
  });
  opened.push(t);
  return { t, begun };
}

const SYSTEM = "/api/v1/admin/system";

describe("the version", () => {
  it("200: tells build, runtime and schema, and how the last update ended", async () => {
    const { t } = await install(() => signed(release("1.5.0")));
    await t.signUp();
    const answer = await t.get(`${SYSTEM}/version`);
    expect([answer.status, answer.json]).toMatchObject([
      200,
      { version: "1.4.0", commit: null, runtime: "test", last_update: null },
    ]);
    expect(answer.json.schema_version).toMatch(/^\d{4}_[\w-]+$/);
  });
});

describe("a newer version", () => {
  const notices = async (t: Harness, wid: number) =>
    (await t.get(`/api/v1/workspaces/${wid}/notifications`)).json;

  it("is told once, by the tick, to the operator alone", async () => {
    const feed = { version: "1.5.0", reads: 0 };
    const { t } = await install(() => {
      feed.reads += 1;
      return signed(release(feed.version));
    });
    const cast = await castOf(t);
    const wid = cast.superAdmin.places.own ?? 0;
    await t.tick();
    await t.tick();
    expect(feed.reads).toBe(1);
    const told = (await t.get(`/api/v1/workspaces/${wid}/notifications`, cast.superAdmin.headers))
      .json;
    expect(told).toMatchObject({
      unread: 1,
      data: [
        {
          kind: "update_available",
          severity: "info",
          title: "Outrider 1.5.0 is available",
          target: { kind: "system", id: null },
        },
      ],
    });
    const version = await t.get(`${SYSTEM}/version`, cast.superAdmin.headers);
    expect(version.json.newer_version).toBe("1.5.0");
    // An admin may read this workspace's notices, but cannot update the install.
    const path = `/api/v1/workspaces/${wid}/notifications`;
    expect((await t.get(path, cast.admin.headers)).json).toMatchObject({ data: [], unread: 0 });
    expect((await t.post(`${path}/read`, {}, cast.admin.headers)).json).toEqual({ unread: 0 });
    expect((await t.get(path, cast.superAdmin.headers)).json.unread).toBe(1);
    t.advance(13 * HOUR_MS);
    await t.tick();
    expect(feed.reads).toBe(2);
    expect((await t.get(path, cast.superAdmin.headers)).json.data).toHaveLength(1);
    feed.version = "1.6.0";
    t.advance(13 * HOUR_MS);
    await t.tick();
    expect((await t.get(path, cast.superAdmin.headers)).json.data).toHaveLength(2);
  });

  it("is not told while the feed is away, names none, or is not configured", async () => {
    const away = await install(() => Promise.reject(new AppError("upstream_unavailable", "Away.")));
    const same = await install(() => signed(release("1.4.0")));
    const none = await install(() => signed(release("1.5.0")), {});
    for (const { t } of [away, same, none]) {
      const { wid } = await t.signUp();
      await t.tick();
      expect((await notices(t, wid)).data).toEqual([]);
      expect((await t.get(`${SYSTEM}/version`)).json.newer_version).toBe(null);
    }
  });
});

describe("a look for updates", () => {
  it.each([
    ["1.5.0", true],
    ["1.4.1", true],
    ["1.10.0", true],
    ["1.4.0", false],
    ["1.3.9", false],
    ["0.9.0", false],
  ])("200: of a feed with %s tells %s", async (version, available) => {
    const { t } = await install(() => signed(release(version)));
    await t.signUp();
    expect((await t.get(`${SYSTEM}/check-update`)).json).toEqual({
      status: "ok",
      error: null,
      current: "1.4.0",
      latest: version,
      update_available: available,
      notes: "Faster.",
      published_at: "2026-11-18T09:00:00.000Z",
    });
  });

  it("200: says that no feed is configured", async () => {
    const { t } = await install(() => signed(release("1.5.0")), {});
    await t.signUp();
    expect((await t.get(`${SYSTEM}/check-update`)).json).toMatchObject({
      status: "not_configured",
      update_available: false,
    });
  });

  const tampered = async (): Promise<string> => {
    const [head, , signature] = (await signed(release("1.5.0"))).split(".");
    const payload = Buffer.from(JSON.stringify(release("9.9.9"))).toString("base64url");
    return [head, payload, signature].join(".");
  };
  const unsigned = (): string => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    return `${part({ alg: "none" })}.${part(release("9.9.9"))}.`;
  };
  it.each<[string, () => Promise<string>, RegExp]>([
    ["signed by a stranger", () => signed(release("1.5.0"), stranger), /signature/],
    ["changed after it was signed", tampered, /signature/],
    ["with no signature at all", async () => unsigned(), /signature/],
    ["of HTML", async () => "<html><body>Sign in</body></html>", /signed manifest/],
    ["of noise", async () => randomBytes(2_000).toString("latin1"), /signed manifest|signature/],
    ["of nothing", async () => "", /signed manifest/],
    ["that names no version", () => signed({ ...release("1.5.0"), version: "next" }), /version/],
    ["with an unknown field", () => signed({ ...release("1.5.0"), run: "rm" }), /itself/],
    [
      "with a file for an address",
      () => signed({ ...release("1.5.0"), artefact: { url: "file:///etc", sha256: "", bytes: 0 } }),
      /artefact/,
    ],
    [
      "that is away",
      () => Promise.reject(new AppError("upstream_unavailable", "It cannot be reached.")),
      /reached/,
    ],
  ])(
    "200: tells of a feed %s, and 502 or 503 keeps an update from beginning",
    async (_, feed, why) => {
      const { t, begun } = await install(feed);
      await t.signUp();
      const checked = await t.get(`${SYSTEM}/check-update`);
      expect([checked.status, checked.json]).toMatchObject([
        200,
        { status: "error", latest: null, update_available: false },
      ]);
      expect(checked.json.error).toMatch(why);
      const started = await t.post(`${SYSTEM}/update`);
      expect([502, 503]).toContain(started.status);
      expect(begun).toEqual([]);
    },
  );
});

describe("an update", () => {
  it("202: begins without a body, once, and can be watched to its end", async () => {
    const { t, begun } = await install(() => signed(release("1.5.0")));
    await t.signUp();
    const started = await t.post(`${SYSTEM}/update`);
    expect(started.status).toBe(202);
    const id = started.json.update_id as number;
    expect(begun).toEqual([{ id, release: release("1.5.0") }]);
    const watch = async () => (await t.get(`${SYSTEM}/updates/${id}`)).json;
    expect(await watch()).toMatchObject({
      update_id: id,
      state: "running",
      step: "download",
      from: "1.4.0",
      to: "1.5.0",
      finished_at: null,
    });
    const second = await t.post(`${SYSTEM}/update`);
    expect([second.status, second.json.code]).toEqual([409, "invalid_state"]);
    expect(begun).toHaveLength(1);

    const next = { ...t.deps.installer, build: { ...t.deps.installer.build, version: "1.5.0" } };
    await settleAtStart({ ...t.deps, installer: next }, null);
    expect(await watch()).toMatchObject({ state: "succeeded", detail: null });
    expect((await t.get(`${SYSTEM}/version`)).json.last_update).toEqual(await watch());
    const audit = await t.get("/api/v1/admin/audit?action=system.update_started");
    expect(audit.json.data).toHaveLength(1);
  });

  it("is told as failed when the process that did it was ended", async () => {
    const { t } = await install(() => signed(release("1.5.0")));
    await t.signUp();
    const { update_id: id } = (await t.post(`${SYSTEM}/update`)).json;
    await settleAtStart(t.deps, null);
    expect((await t.get(`${SYSTEM}/updates/${id}`)).json).toMatchObject({
      state: "failed",
      detail: expect.stringContaining("stopped before"),
    });
    expect((await t.post(`${SYSTEM}/update`)).status).toBe(202);
  });

  it("that a deploy hook does not bring within half an hour is told as failed", async () => {
    const t = await harness({
      settings: SIGNED,
      installer: {
        firstStep: "deploy",
        feed: () => signed(release("1.5.0")),
        restorePoint: async () => "00000085-0000024c",
        begin: async () => undefined,
      },
    });
    opened.push(t);
    await t.signUp();
    const { update_id: id } = (await t.post(`${SYSTEM}/update`)).json;
    const watch = async () => (await t.get(`${SYSTEM}/updates/${id}`)).json;
    expect(await watch()).toMatchObject({ state: "running", restore_point: "00000085-0000024c" });
    t.advance(31 * 60_000);
    expect(await watch()).toMatchObject({ state: "failed" });
  });

  it.each([
    ["the same version", "1.4.0"],
    ["an older one", "1.3.0"],
  ])("409: never goes to %s", async (_, version) => {
    const { t, begun } = await install(() => signed(release(version)));
    await t.signUp();
    const answer = await t.post(`${SYSTEM}/update`);
    expect([answer.status, answer.json.code]).toEqual([409, "invalid_state"]);
    expect(begun).toEqual([]);
  });

  it("409: says what to do where the host cannot, and without a feed", async () => {
    const t = await harness({
      settings: SIGNED,
      installer: {
        feed: () => signed(release("1.5.0")),
        obstacle: () => "Set DEPLOY_HOOK_URL.",
      },
    });
    opened.push(t);
    await t.signUp();
    const answer = await t.post(`${SYSTEM}/update`);
    expect([answer.status, answer.json.detail]).toEqual([409, "Set DEPLOY_HOOK_URL."]);
    const { t: bare } = await install(() => signed(release("1.5.0")), {});
    await bare.signUp();
    expect((await bare.post(`${SYSTEM}/update`)).status).toBe(409);
    const { t: unkeyed } = await install(() => signed(release("1.5.0")), RELEASES);
    await unkeyed.signUp();
    expect((await unkeyed.post(`${SYSTEM}/update`)).status).toBe(409);
  });

  it("403: is for a super_admin's own session alone", async () => {
    const { t, begun } = await install(() => signed(release("1.5.0")));
    const cast = await castOf(t);
    for (const who of [cast.admin, cast.employee, cast.client, cast.employeeKey, cast.clientKey]) {
      for (const path of ["version", "check-update"]) {
        expect((await t.get(`${SYSTEM}/${path}`, who.headers)).status, who.name).toBe(403);
      }
      expect((await t.post(`${SYSTEM}/update`, undefined, who.headers)).status, who.name).toBe(403);
    }
    expect((await t.post(`${SYSTEM}/update`)).status).toBe(401);
    expect(begun).toEqual([]);
  });

  it("404: of an update that never was", async () => {
    const { t } = await install(() => signed(release("1.5.0")));
    await t.signUp();
    expect((await t.get(`${SYSTEM}/updates/77`)).status).toBe(404);
  });
});
