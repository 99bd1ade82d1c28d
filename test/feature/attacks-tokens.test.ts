import { createHmac, createSign, generateKeyPairSync } from "node:crypto";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { users, workspaces } from "#modules/accounts/schema/accounts.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import { type Harness, harness, TEST_SECRETS } from "#test/support/harness.ts";

type Claims = Record<string, unknown>;
type Header = Record<string, unknown>;
type Signed = { header: Header; claims: Claims };

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const decode = (part = ""): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, "base64url").toString("utf8"));

/** Signs as we do, whatever the header says. */
function sign({ header, claims }: Signed, secret: string = TEST_SECRETS.AUTH_SECRET): string {
  const digest =
    header["alg"] === "HS512" ? "sha512" : header["alg"] === "HS384" ? "sha384" : "sha256";
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${createHmac(digest, secret).update(text).digest("base64url")}`;
}

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = rsa.publicKey.export({ type: "spki", format: "pem" }).toString();

function signRsa({ header, claims }: Signed): string {
  const text = `${encode({ ...header, alg: "RS256" })}.${encode(claims)}`;
  return `${text}.${createSign("RSA-SHA256").update(text).sign(rsa.privateKey, "base64url")}`;
}

const without = (claims: Claims, name: string): Claims =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));

/** Every way that a token can be wrong; each is made of a good one. */
const FORGED: readonly (readonly [string, (good: Signed, token: string) => string])[] = [
  [
    "alg none without a signature",
    (g) => `${encode({ ...g.header, alg: "none" })}.${encode(g.claims)}.`,
  ],
  [
    "alg None with the old signature",
    (g, t) => `${encode({ ...g.header, alg: "None" })}.${encode(g.claims)}.${t.split(".")[2]}`,
  ],
  ["no alg at all", (g) => sign({ header: { typ: "JWT" }, claims: g.claims })],
  ["HS384 with our secret", (g) => sign({ ...g, header: { ...g.header, alg: "HS384" } })],
  ["HS512 with our secret", (g) => sign({ ...g, header: { ...g.header, alg: "HS512" } })],
  ["RS256 with a key of the forger", (g) => signRsa(g)],
  [
    "RS256 with its key in the header",
    (g) => signRsa({ ...g, header: { ...g.header, jwk: rsa.publicKey.export({ format: "jwk" }) } }),
  ],
  ["HS256 keyed by a public key", (g) => sign(g, pem)],
  ["HS256 keyed by the empty string", (g) => sign(g, "")],
  ["the companion's secret", (g) => sign(g, TEST_SECRETS.COMPANION_SECRET)],
  ["the tracking secret", (g) => sign(g, TEST_SECRETS.TRACKING_SECRET)],
  [
    "a kid that names a file",
    (g) => sign({ ...g, header: { ...g.header, kid: "../../dev/null" } }, ""),
  ],
  ["another type", (g) => sign({ ...g, header: { ...g.header, typ: "at+jwt" } })],
  ["an unknown critical header", (g) => sign({ ...g, header: { ...g.header, crit: ["x"], x: 1 } })],
  [
    "an unencoded payload",
    (g) => sign({ ...g, header: { ...g.header, b64: false, crit: ["b64"] } }),
  ],
  ["another issuer", (g) => sign({ ...g, claims: { ...g.claims, iss: "elsewhere" } })],
  ["another audience", (g) => sign({ ...g, claims: { ...g.claims, aud: "elsewhere" } })],
  ["no issuer", (g) => sign({ ...g, claims: without(g.claims, "iss") })],
  ["no audience", (g) => sign({ ...g, claims: without(g.claims, "aud") })],
  ["no subject", (g) => sign({ ...g, claims: without(g.claims, "sub") })],
  ["no session", (g) => sign({ ...g, claims: without(g.claims, "sid") })],
  ["no session version", (g) => sign({ ...g, claims: without(g.claims, "sv") })],
  ["no time of issue", (g) => sign({ ...g, claims: without(g.claims, "iat") })],
  ["no expiry", (g) => sign({ ...g, claims: without(g.claims, "exp") })],
  [
    "issued in ten minutes",
    (g) => sign({ ...g, claims: { ...g.claims, iat: Number(g.claims["iat"]) + 600 } }),
  ],
  [
    "not valid before tomorrow",
    (g) => sign({ ...g, claims: { ...g.claims, nbf: Number(g.claims["iat"]) + 86_400 } }),
  ],
  [
    "expired a second ago",
    (g) => sign({ ...g, claims: { ...g.claims, exp: Number(g.claims["iat"]) - 1 } }),
  ],
  ["an expiry that is text", (g) => sign({ ...g, claims: { ...g.claims, exp: "never" } })],
  ["another session version", (g) => sign({ ...g, claims: { ...g.claims, sv: 99 } })],
  ["a session version that is text", (g) => sign({ ...g, claims: { ...g.claims, sv: "1" } })],
  ["another user with this session", (g) => sign({ ...g, claims: { ...g.claims, sub: "2" } })],
  ["a subject that is no number", (g) => sign({ ...g, claims: { ...g.claims, sub: "1 OR 1=1" } })],
  ["a session that is an object", (g) => sign({ ...g, claims: { ...g.claims, sid: { $ne: "" } } })],
  ["a session that never was", (g) => sign({ ...g, claims: { ...g.claims, sid: "x" } })],
  ["a claim without a signature", (_, t) => t.split(".").slice(0, 2).join(".")],
  ["a fourth part", (_, t) => `${t}.x`],
  ["a payload that is no JSON", (_, t) => `${t.split(".")[0]}.bm9wZQ.${t.split(".")[2]}`],
  ["nothing", () => ""],
  ["a hundred thousand characters", () => "e".repeat(100_000)],
];

async function signedUp(t: Harness) {
  const { cookie } = await t.signUp();
  await t.signUp("Bob", "bob@example.com");
  t.useCookie("");
  const token = cookie.slice("auth_token=".length);
  const [header, claims] = token.split(".");
  const good: Signed = { header: decode(header), claims: decode(claims) };
  const me = (value: string, headers: Record<string, string> = {}) =>
    t.get("/api/v1/auth/me", { cookie: `auth_token=${value}`, ...headers });
  return { token, good, me };
}

describe("attacks on sessions", () => {
  it("401 for each forged token, and 200 for the one that they were made of", async () => {
    const t = await harness();
    const { token, good, me } = await signedUp(t);
    expect((await me(sign(good))).json.user.email).toBe("ann@example.com");
    for (const [name, forge] of FORGED) {
      const answer = await me(forge(good, token));
      expect([name, answer.status, answer.json.code]).toEqual([name, 401, "unauthenticated"]);
      const asKey = await t.get("/api/v1/auth/me", {
        authorization: `Bearer ${forge(good, token).slice(0, 8_000)}`,
      });
      expect([name, asKey.status]).toEqual([name, 401]);
    }
    expect((await me(token)).status).toBe(200);
  });

  it("401 for any changed bit of a token", async () => {
    const t = await harness();
    const { token, me } = await signedUp(t);
    const bits = fc.tuple(fc.nat(token.length - 1), fc.integer({ min: 0, max: 6 }));
    await fc.assert(
      fc.asyncProperty(bits, async ([at, bit]) => {
        const flipped = String.fromCharCode(token.charCodeAt(at) ^ (1 << bit));
        const changed = token.slice(0, at) + flipped + token.slice(at + 1);
        // Characters that end or bend a cookie's value are another attack.
        fc.pre(/[\w.-]/.test(flipped));
        // The last character of a signature has two bits that nobody reads.
        fc.pre(at < token.length - 1);
        expect((await me(changed)).status).toBe(401);
      }),
      { numRuns: 300 },
    );
  });

  it("401 at once for a session whose ground went away", async () => {
    const t = await harness();
    const { token, me } = await signedUp(t);
    await t.post("/api/v1/auth/logout", undefined, { cookie: `auth_token=${token}` });
    expect((await me(token)).status).toBe(401);

    const again = await t.post("/api/v1/auth/login", {
      username: "ann@example.com",
      password: "correct horse battery",
    });
    const next = (again.headers.get("set-cookie") ?? "").split(";")[0]?.slice(11) ?? "";
    expect((await me(next)).status).toBe(200);
    await t.db.update(users).set({ sessionVersion: 9 }).where(eq(users.email, "ann@example.com"));
    expect((await me(next)).status).toBe(401);
    await t.db.update(users).set({ sessionVersion: 1 }).where(eq(users.email, "ann@example.com"));
    expect((await me(next)).status).toBe(200);
    await t.db.update(users).set({ role: "employee" }).where(eq(users.email, "ann@example.com"));
    expect((await me(next)).json.user.role).toBe("employee");
    t.advance(7 * DAY_MS);
    expect((await me(next)).status).toBe(401);
    await t.db.delete(users).where(eq(users.email, "ann@example.com"));
    expect((await me(next)).status).toBe(401);
  });

  it("401 for keys that do not hold: changed, cut, elsewhere, revoked, of a deleted workspace", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const make = async () =>
      (await t.post(`/api/v1/workspaces/${wid}/api-keys`, { name: "k" })).json;
    const [first, second] = [await make(), await make()];
    const me = (headers: Record<string, string>) =>
      t.get("/api/v1/auth/me", { cookie: "", ...headers });
    const { key } = first;
    const wrong: Record<string, string>[] = [
      { authorization: `Bearer ${key.slice(0, -1)}` },
      { authorization: `Bearer ${key}x` },
      { authorization: `Bearer ${key.toLowerCase()}` },
      { authorization: `Bearer svc_test_${key.slice(9)}` },
      { authorization: `Basic ${Buffer.from(`x:${key}`).toString("base64")}` },
      { authorization: key },
      { authorization: "Bearer" },
      { authorization: "Bearer ' OR 1=1 --" },
      { cookie: `auth_token=${key}` },
      { "x-api-key": key },
    ];
    for (const headers of wrong) expect((await me(headers)).status).toBe(401);
    expect((await t.get(`/api/v1/auth/me?api_key=${key}`, { cookie: "" })).status).toBe(401);
    expect((await me({ authorization: `Bearer ${key}` })).status).toBe(200);
    await t.delete(`/api/v1/workspaces/${wid}/api-keys/${first.id}`);
    expect((await me({ authorization: `Bearer ${key}` })).status).toBe(401);
    await t.db
      .update(workspaces)
      .set({ deletedAt: t.clock.now })
      .where(eq(workspaces.id, wid as WorkspaceId));
    expect((await me({ authorization: `Bearer ${second.key}` })).status).toBe(401);
  });

  it("does not fall back to the cookie where a wrong key is sent", async () => {
    const t = await harness();
    const { cookie } = await t.signUp();
    const answer = await t.get("/api/v1/auth/me", { cookie, authorization: "Bearer svc_live_x" });
    expect(answer.status).toBe(401);
  });
});
