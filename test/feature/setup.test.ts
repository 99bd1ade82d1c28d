import { generateKeyPairSync } from "node:crypto";
import { CompactSign, importJWK } from "jose";
import { describe, expect, it } from "vitest";
import { users } from "#modules/accounts/schema/accounts.ts";
import { type Harness, harness } from "#test/support/harness.ts";

const PNG = `data:image/png;base64,${Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(40)]).toString("base64")}`;
const admin = { name: "Ann", email: "ann@example.com", password: "correct horse battery" };
const complete = (t: Harness, body: unknown, headers = {}) =>
  t.post("/api/v1/setup/complete", body, headers);

describe("first set-up", () => {
  it("walks from status over branding to the first super_admin, and closes behind it", async () => {
    const t = await harness();
    expect((await t.get("/api/v1/setup/status")).json).toMatchObject({
      completed: false,
      has_users: false,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    expect((await t.get("/api/v1/setup/branding")).json).toEqual({
      name: "Outrider",
      logo_url: null,
      own_host: false,
    });
    const branded = await t.post("/api/v1/setup/branding", { name: "Acme Mail", logo: PNG });
    expect(branded.json).toEqual({
      name: "Acme Mail",
      logo_url: "/api/v1/setup/logo?v=1",
      own_host: false,
    });
    const dressed = await t.post("/api/v1/setup/branding", {
      name: "Acme Mail",
      accent: "#AA0044",
    });
    expect(dressed.json).toEqual({
      name: "Acme Mail",
      logo_url: "/api/v1/setup/logo?v=2",
      accent: "#aa0044",
      own_host: false,
    });
    const wrong = await t.post("/api/v1/setup/branding", { name: "Acme Mail", accent: "red; x" });
    expect([wrong.status, wrong.json.errors[0].path]).toEqual([422, "accent"]);
    const logo = await t.get("/api/v1/setup/logo");
    expect([logo.status, logo.headers.get("content-type")]).toEqual([200, "image/png"]);

    const made = await complete(t, { admin, workspace: { name: "Acme", slug: "acme" } });
    expect([made.status, made.json.user.role, made.json.workspace.slug]).toEqual([
      201,
      "super_admin",
      "acme",
    ]);
    expect((await t.get("/api/v1/setup/status")).json).toMatchObject({
      completed: true,
      has_users: true,
    });

    for (const again of [{ admin: { ...admin, email: "eve@example.com" } }, {}]) {
      const refused = await complete(t, again);
      expect([refused.status, refused.json.code]).toEqual([409, "invalid_state"]);
    }
    expect((await t.post("/api/v1/setup/branding", { name: "Eve" })).status).toBe(409);
    t.useCookie((made.headers.get("set-cookie") ?? "").split(";")[0] ?? "");
    expect((await t.post("/api/v1/setup/branding", { name: "Acme 2" })).json).toMatchObject({
      name: "Acme 2",
      logo_url: "/api/v1/setup/logo?v=3",
    });
    const crossSite = await t.post(
      "/api/v1/setup/branding",
      { name: "Eve" },
      { "sec-fetch-site": "cross-site" },
    );
    expect([crossSite.status, crossSite.json.code]).toEqual([403, "cross_site"]);
  });

  it("422: what is wrong with the first admin is named by its place in the body", async () => {
    const t = await harness();
    for (const [wrong, path] of [
      [{ password: "password1" }, "admin.password"],
      [{ password: admin.email }, "admin.password"],
      [{ email: "ann" }, "admin.email"],
    ] as const) {
      const refused = await complete(t, { admin: { ...admin, ...wrong } });
      expect([refused.status, refused.json.errors[0].path]).toEqual([422, path]);
    }
  });

  it("makes one super_admin of fifty that register at once", async () => {
    const t = await harness();
    const body = (i: number) => ({
      name: `U${i}`,
      email: `u${i}@example.com`,
      password: "correct horse battery",
    });
    let left = Array.from({ length: 50 }, (_, i) => i);
    // Whoever finds the queue for passwords full is told to come again.
    while (left.length > 0) {
      const answers = await Promise.all(left.map((i) => t.post("/api/v1/auth/register", body(i))));
      expect(answers.every(({ status }) => status === 201 || status === 429)).toBe(true);
      left = left.filter((_, i) => answers[i]?.status === 429);
    }
    const rows = await t.db.select({ role: users.role }).from(users);
    expect(rows).toHaveLength(50);
    expect(rows.filter((row) => row.role === "super_admin")).toHaveLength(1);
  });

  it("asks for the set-up token of the first user only", async () => {
    const t = await harness({ settings: { SETUP_TOKEN: "token-of-the-operator" } });
    expect((await t.post("/api/v1/auth/register", admin)).json.code).toBe("forbidden");
    expect((await complete(t, { admin }, { "x-setup-token": "wrong" })).status).toBe(403);
    expect(
      (await complete(t, { admin }, { "x-setup-token": "token-of-the-operator" })).status,
    ).toBe(201);
    expect(
      (await t.post("/api/v1/auth/register", { ...admin, email: "b@example.com" })).status,
    ).toBe(201);
  });

  it("422: a logo that is no picture, an SVG, and one above 256 KB", async () => {
    const t = await harness();
    const svg = `data:image/svg+xml;base64,${Buffer.from("<svg/>").toString("base64")}`;
    const fake = `data:image/png;base64,${Buffer.from("not a png").toString("base64")}`;
    const huge = `data:image/png;base64,${Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(257 * 1024)]).toString("base64")}`;
    for (const logo of [svg, fake, huge, "https://example.com/logo.png"]) {
      const answer = await t.post("/api/v1/setup/branding", { name: "X", logo });
      expect([answer.status, answer.json.errors[0].path]).toEqual([422, "logo"]);
    }
  });

  it("200: checks a licence offline and tells why one does not hold", async () => {
    const { privateKey } = generateKeyPairSync("ed25519");
    const jwk = privateKey.export({ format: "jwk" });
    const sign = async (claims: object) =>
      new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
        .setProtectedHeader({ alg: "EdDSA" })
        .sign(await importJWK(jwk as never, "EdDSA"));
    const t = await harness({ settings: { LICENSE_PUBLIC_KEY: String(jwk.x) } });
    const verify = async (key: string) =>
      (await t.post("/api/v1/setup/verify-license", { license_key: key })).json;
    const good = await sign({
      licensee: "Acme",
      plan: "agency",
      seats: 5,
      exp: t.clock.now / 1_000 + 60,
    });
    expect(await verify(good)).toMatchObject({
      valid: true,
      licensee: "Acme",
      plan: "agency",
      seats: 5,
    });
    expect(await verify(await sign({ licensee: "Acme", exp: 1 }))).toMatchObject({
      valid: false,
      reason: "expired",
    });
    expect(await verify(`${good.slice(0, -6)}AAAAAA`)).toMatchObject({
      valid: false,
      reason: "signature",
    });
    expect(await verify("nonsense")).toMatchObject({ valid: false, reason: "malformed" });
    const none = Buffer.from('{"alg":"none"}').toString("base64url");
    expect(await verify(`${none}.${good.split(".")[1]}.`)).toMatchObject({
      valid: false,
      reason: "signature",
    });
    const open = await harness();
    expect(
      (await open.post("/api/v1/setup/verify-license", { license_key: "x" })).json,
    ).toMatchObject({ valid: true, plan: "community" });
  });

  it("403: an unclaimed install on loopback is claimed at its own address, not under a name that leads there", async () => {
    const claim = async (at: string, path: string, body: unknown) => {
      const t = await harness();
      const answer = await t.app.request(`http://${at}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return answer.status;
    };
    const paths = [
      ["/api/v1/auth/register", admin],
      ["/api/v1/setup/complete", { admin }],
    ] as const;
    for (const [path, body] of paths) {
      expect(await claim("rebound.attacker.example:8787", path, body)).toBe(403);
      for (const own of ["127.0.0.1:8787", "localhost:8787", "[::1]:8787"]) {
        expect(await claim(own, path, body)).toBe(201);
      }
    }
    const t = await harness({ settings: { BASE_URL: "https://mail.example.com" } });
    const public_ = await t.app.request("http://any.example/api/v1/auth/register", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(admin),
    });
    expect(public_.status).toBe(201);
    // A claimed one serves under every name.
    const claimed = await harness();
    await claimed.post("/api/v1/auth/register", admin);
    const second = await claimed.app.request("http://any.example/api/v1/auth/register", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...admin, email: "c@example.com" }),
    });
    expect(second.status).toBe(201);
  });

  it("403: registration after the first user, unless the operator opened it or the install is older", async () => {
    const t = await harness({ settings: { REGISTRATION: "" } });
    const second = { ...admin, email: "b@example.com" };
    expect((await t.post("/api/v1/auth/register", admin)).status).toBe(201);
    expect((await t.post("/api/v1/auth/register", second)).status).toBe(403);
    // What the migration writes where there were users already.
    await t.client.execute(
      `INSERT INTO install_settings (key, value, updated_at) VALUES ('registration_before', '"open"', 0)`,
    );
    expect((await t.post("/api/v1/auth/register", second)).status).toBe(201);
  });

  it("403: registration that the operator closed", async () => {
    const t = await harness({ settings: { REGISTRATION: "closed" } });
    expect((await t.post("/api/v1/auth/register", admin)).status).toBe(201);
    const second = await t.post("/api/v1/auth/register", { ...admin, email: "b@example.com" });
    expect([second.status, second.json.code]).toEqual([403, "forbidden"]);
  });
});
