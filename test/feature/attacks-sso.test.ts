import { generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { sessions, users } from "#modules/accounts/schema/accounts.ts";
import { ssoFlows, ssoIdentities } from "#modules/accounts/schema/sso.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { setTotp } from "#test/support/factors.ts";
import { CLIENT_ADDRESS } from "#test/support/harness.ts";
import { CLIENT, consentAt } from "#test/support/oauth/certified-provider.ts";
import {
  ADMIN_SSO,
  CALLBACK,
  type Forge,
  SSO,
  type SsoInstall,
  ssoInstall,
} from "#test/support/sso.ts";
import { auditOf, caller, PASSWORD, signIn } from "#test/support/staff.ts";

const NEW = "nora@example.com";

let tried = 0;
afterAll(() => console.log(`${tried} attacks on single sign-on`));

let install: SsoInstall;
beforeEach(async () => {
  install = await ssoInstall();
});
afterEach(() => install.close());

type Answer = Awaited<ReturnType<ReturnType<SsoInstall["browser"]>["open"]>>;
/** Nobody got in by this answer. */
function refused(answer: Answer, problem: string, at = "/sign-in"): void {
  tried++;
  expect([answer.status, answer.to]).toEqual([303, `${at}?sso_problem=${problem}`]);
  expect(answer.headers.getSetCookie().filter((line) => line.startsWith("auth_token"))).toEqual([]);
}

/** Nobody new is there, and nobody is linked. */
async function nothingHappened(): Promise<void> {
  const { t } = install;
  expect((await t.db.select().from(users)).map(({ email }) => email)).not.toContain(NEW);
  expect(await t.db.select().from(ssoIdentities)).toEqual([]);
}

describe("attacks on the way back", () => {
  it("an answer that was used, is of another browser, of no browser, too old, or made up", async () => {
    const { t, browser, provider } = install;
    const one = browser();
    const way = await consentAt(await one.leave(), NEW);
    const other = browser();
    await other.leave();
    refused(await other.open(way), "consent_unknown");
    refused(await browser().open(way), "consent_unknown");
    const planted = browser();
    planted.jar.set("sso", "");
    refused(await planted.open(way), "consent_unknown");
    const signed = install.employee;
    const withSession = browser();
    withSession.jar.set("auth_token", signed.cookie.replace("auth_token=", ""));
    refused(await withSession.open(way), "consent_unknown");
    const url = new URL(way);
    for (const state of ["", "x".repeat(43), "x".repeat(5_000), url.searchParams.get("code")]) {
      url.searchParams.set("state", state ?? "");
      refused(await one.open(url.href), "consent_unknown");
    }
    expect(provider.events).toEqual([]);
    await nothingHappened();
    expect((await one.open(way)).to).toBe("/");
    refused(await one.open(way), "consent_unknown");

    const late = await consentAt(await one.leave(), NEW);
    t.advance(10 * MINUTE_MS);
    refused(await one.open(late), "consent_unknown");
    expect((await t.db.select().from(ssoFlows)).length).toBeGreaterThan(0);
    await t.tick();
    expect(await t.db.select().from(ssoFlows)).toEqual([]);
  });

  it("the code of one person under the state of another, and an answer of another provider", async () => {
    const { browser } = install;
    const thief = browser();
    const victim = browser();
    const stolen = new URL(await consentAt(await victim.leave(), NEW));
    const own = new URL(await consentAt(await thief.leave(), "mallory@example.com"));
    own.searchParams.set("code", stolen.searchParams.get("code") ?? "");
    refused(await thief.open(own.href), "upstream_failed");
    // The thief's own code in the victim's browser: whoever follows it would work in the thief's account.
    const next = new URL(await consentAt(await victim.leave(), NEW));
    const mine = new URL(await consentAt(await thief.leave(), "mallory@example.com"));
    next.searchParams.set("code", mine.searchParams.get("code") ?? "");
    refused(await victim.open(next.href), "upstream_failed");
    const elsewhere = new URL(await consentAt(await victim.leave(), NEW));
    elsewhere.searchParams.set("iss", "https://evil.test");
    refused(await victim.open(elsewhere.href), "upstream_failed");
    const twice = await consentAt(await victim.leave(), NEW);
    refused(await victim.open(`${twice}&code=other`), "upstream_failed");
    const denied = new URL(await consentAt(await victim.leave(), NEW));
    denied.searchParams.delete("code");
    denied.searchParams.set("error", "access_denied");
    denied.searchParams.set("error_description", "<script>alert(1)</script>");
    refused(await victim.open(denied.href), "consent_denied");
    await nothingHappened();
    const lines = await auditOf(install.super_admin, "auth.sign_in_failed");
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatchObject({
      details: { method: "sso", code: "consent_denied", email: null },
    });
  });

  it("a page of another site to return to, and another provider's link", async () => {
    const { t, browser } = install;
    const places = ["//evil.test", "/\\evil.test", "https://evil.test", "evil", "/ a", "", "/\\"];
    for (const next of places) {
      const answer = await browser().open(`${SSO}/start?next=${encodeURIComponent(next)}`);
      tried++;
      expect([next, answer.status]).toEqual([next, 400]);
    }
    const iss = await browser().open(`${SSO}/start?iss=https%3A%2F%2Fevil.test`);
    refused(iss, "malformed_request");
    expect(await t.db.select().from(ssoFlows)).toEqual([]);
    const own = await browser().open(
      `${SSO}/start?iss=${encodeURIComponent(install.provider.issuer)}&target_link_uri=https://evil.test`,
    );
    expect(own.to).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/auth/);
  });

  it("429: more than 60 ways out and back of one address in a minute", async () => {
    const { browser } = install;
    const from = browser({ [CLIENT_ADDRESS]: "198.51.100.7" });
    const statuses: number[] = [];
    for (let i = 0; i < 62; i++) statuses.push((await from.open(`${CALLBACK}?state=x`)).status);
    tried += 62;
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    expect((await browser().open(`${SSO}/start`)).status).toBe(303);
  });
});

describe("attacks on the ID token", () => {
  const unsigned = (header: object) => (claims: JWTPayload) =>
    `${Buffer.from(JSON.stringify(header)).toString("base64url")}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.`;
  const signed =
    (
      more: Readonly<Record<string, unknown>>,
      header: Readonly<Record<string, unknown>> = {},
    ): Forge =>
    (claims) =>
      install.provider.sign({ ...claims, ...more }, header);
  const seconds = (from: number) => Math.floor(Date.now() / 1_000) + from;
  const FORGERIES: readonly (readonly [string, Forge])[] = [
    ["another nonce", signed({ nonce: "another" })],
    ["no nonce", signed({ nonce: undefined })],
    ["another issuer", signed({ iss: "https://evil.test" })],
    ["the audience of another client", signed({ aud: "another" })],
    ["several audiences and another authorized party", signed({ aud: [CLIENT.id, "x"], azp: "x" })],
    ["an end in the past", signed({ exp: seconds(-3_600) })],
    ["a beginning in the future", signed({ nbf: seconds(3_600) })],
    ["no person", signed({ sub: undefined })],
    ["no signature", unsigned({ alg: "none" })],
    ["no signature under the name of a key", unsigned({ alg: "RS256", kid: "own" })],
    ["a signature by an unknown key", signed({}, { kid: "unknown" })],
    [
      "a signature by another key of the same name",
      async (claims) => {
        const { privateKey } = await generateKeyPair("RS256");
        return new SignJWT(claims)
          .setProtectedHeader({ alg: "RS256", kid: "own" })
          .sign(privateKey);
      },
    ],
    [
      "a signature by the client's secret",
      (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: "HS256", kid: "own" })
          .sign(new TextEncoder().encode(CLIENT.secret)),
    ],
    [
      "another person under the first one's signature",
      async (claims) => {
        const [header, , signature] = (await install.provider.sign(claims)).split(".");
        const other = { ...claims, sub: "root@example.com", email: "root@example.com" };
        return `${header}.${Buffer.from(JSON.stringify(other)).toString("base64url")}.${signature}`;
      },
    ],
  ];

  it.each(["a new person", "an employee"])("let %s in by none of them", async (who) => {
    const { browser, control } = install;
    const person = who === "a new person" ? NEW : "employee@example.com";
    for (const [name, forge] of FORGERIES) {
      control.forge = forge;
      const answer = await browser().signIn(person);
      expect([name, answer.to]).toEqual([name, "/sign-in?sso_problem=upstream_failed"]);
      refused(answer, "upstream_failed");
    }
    await nothingHappened();
    // The road itself is open.
    control.forge = (claims) => install.provider.sign(claims);
    expect((await browser().signIn(person)).to).toBe("/");
  });

  it("claims of another person at the provider's own address for them", async () => {
    const { browser, control, provider } = install;
    control.forge = (claims) =>
      provider.sign({ ...claims, sub: "other", email: undefined, email_verified: undefined });
    refused(await browser().signIn(NEW), "upstream_failed");
    expect(control.requests).toContain("/me");
    control.forge = (claims) =>
      provider.sign({ ...claims, email: undefined, email_verified: undefined });
    const page = browser();
    expect((await page.signIn(NEW)).to).toBe("/");
    expect((await page.who()).me.user.email).toBe(NEW);
  });
});

describe("attacks by an address", () => {
  it("one that is not verified, not allowed, or looks like one that is", async () => {
    const { browser, say, setUp } = install;
    const cases: (readonly [Readonly<Record<string, unknown>>, string])[] = [
      [{ email_verified: false }, "sso_email_unverified"],
      [{ email_verified: undefined }, "sso_email_unverified"],
      [{ email_verified: "false", xms_edov: true }, "sso_email_unverified"],
      [{ email_verified: undefined, xms_edov: false }, "sso_email_unverified"],
      [{ email: undefined }, "sso_email_unverified"],
      [{ email: ["nora@example.com"] }, "sso_email_unverified"],
      [{ email: "nora@evil.test,nora@example.com" }, "sso_email_unverified"],
      [{ email: "nora@evil.test" }, "sso_domain_not_allowed"],
      [{ email: "nora@sub.example.com" }, "sso_domain_not_allowed"],
      [{ email: "nora@example.com.evil.test" }, "sso_domain_not_allowed"],
      [{ email: "nora@ex\u0430mple.com" }, "sso_domain_not_allowed"],
    ];
    for (const [said, problem] of cases) {
      say(NEW, said);
      refused(await browser().signIn(NEW), problem);
    }
    await nothingHappened();
    await setUp({ trust_email: true });
    say(NEW, { email_verified: false });
    refused(await browser().signIn(NEW), "sso_email_unverified");
    say(NEW, { email_verified: undefined });
    expect((await browser().signIn(NEW)).to).toBe("/");
    say("tenant@example.com", { email_verified: undefined, xms_edov: "1" });
    await setUp({});
    expect((await browser().signIn("tenant@example.com")).to).toBe("/");
  });

  it("of somebody with a higher role, or who is linked to another person there", async () => {
    const { t, browser, say, setUp, admin, employee } = install;
    for (const person of ["root@example.com", "admin@example.com"]) {
      refused(await browser().signIn(person), "sso_link_required");
    }
    await browser().signIn("employee@example.com");
    // The same address, given to somebody else.
    say("successor", { email: "employee@example.com" });
    refused(await browser().signIn("successor"), "sso_link_required");
    await setUp({ role_claim: "groups", roles: [{ value: "admins", role: "admin" }] });
    say("mallory", { email: "root@example.com", groups: ["admins"] });
    refused(await browser().signIn("mallory"), "sso_link_required");
    say("admin@example.com", { groups: ["admins"] });
    const page = browser();
    await page.signIn("admin@example.com");
    expect((await page.who()).id).toBe(admin.id);
    const rows = await t.db.select().from(ssoIdentities);
    expect(rows.map(({ userId }) => userId)).toEqual([employee.id, admin.id]);
  });

  it("that was signed up for beforehand: the account is its owner's alone from then on", async () => {
    const { t, browser, mailed } = install;
    const body = { name: "Mallory", email: NEW, password: PASSWORD };
    const made = await t.post("/api/v1/auth/register", body, { cookie: "" });
    expect(made.status).toBe(201);
    const mallory = await signIn(t, NEW);
    const app = await setTotp(t, mallory);
    const place = `/api/v1/workspaces/${made.json.workspace.id}`;
    const key = await mallory.post(`${place}/api-keys`, { name: "k" });
    const byKey = () => t.get(`${place}/stats`, { authorization: `Bearer ${key.json.key}` });
    expect((await byKey()).status).toBe(200);
    const page = browser();
    expect((await page.signIn(NEW)).to).toBe("/");
    const nora = await page.who();
    expect(nora.id).toBe(mallory.id);
    tried += 4;
    expect((await byKey()).status).toBe(401);
    expect((await mallory.get("/api/v1/auth/me")).status).toBe(401);
    const again = await t.post("/api/v1/auth/login", { username: NEW, password: PASSWORD });
    expect(again.json.code).toBe("invalid_credentials");
    expect((await nora.get("/api/v1/auth/factors")).json).toMatchObject({
      totp: null,
      recovery_codes_left: 0,
    });
    expect(app.recoveryCodes).toHaveLength(10);
    expect((await mailed()).map(({ text }) => text).join()).toContain(
      "without a confirmed address",
    );
  });

  it("that changes at the provider: the account follows, unless it is somebody else's", async () => {
    const { browser, say, super_admin, employee } = install;
    const page = browser();
    await page.signIn(NEW);
    const { id } = await page.who();
    const email = async () => (await page.who()).me.user.email;
    say(NEW, { email: "Nora.Married@example.com" });
    await page.signIn(NEW);
    expect(await email()).toBe("nora.married@example.com");
    say(NEW, { email: "root@example.com" });
    await page.signIn(NEW);
    tried++;
    expect([(await page.who()).id, await email()]).toEqual([id, "nora.married@example.com"]);
    say(NEW, { email: "nora@evil.test" });
    refused(await page.signIn(NEW), "sso_domain_not_allowed");
    const lines = await auditOf(super_admin, "auth.email_changed");
    expect(lines.map(({ details }) => details)).toEqual([
      { from: NEW, to: "nora.married@example.com" },
    ]);
    expect((await employee.get("/api/v1/auth/me")).json.user.email).toBe("employee@example.com");
  });
});

describe("attacks on links and confirmations", () => {
  it("a link that another site begins, that another session finishes, or without a confirmed identity", async () => {
    const { t, browser, employee, admin } = install;
    const cross = await t.post(
      `${SSO}/link`,
      {},
      { cookie: employee.cookie, "sec-fetch-site": "cross-site" },
    );
    expect(cross.json.code).toBe("cross_site");
    const page = browser();
    const asked = await employee.post(`${SSO}/link`);
    page.take(asked.headers);
    const way = await consentAt(asked.json.authorize_url, NEW);
    page.jar.set("auth_token", admin.cookie.replace("auth_token=", ""));
    refused(await page.open(way), "unauthenticated", "/account");
    const second = await employee.post(`${SSO}/link`);
    page.take(second.headers);
    page.jar.delete("auth_token");
    const alone = await consentAt(second.json.authorize_url, NEW);
    refused(await page.open(alone), "unauthenticated", "/account");
    await nothingHappened();
    t.advance(10 * MINUTE_MS);
    for (const answer of [
      await employee.post(`${SSO}/link`),
      await employee.delete(`${SSO}/link`),
    ]) {
      tried++;
      expect(answer.json.code).toBe("reauthentication_required");
    }
  });

  it("an account that is taken by nobody: an admin who acts as somebody links nothing", async () => {
    const { t, super_admin, employee } = install;
    const acting = await super_admin.post(`/api/v1/admin/impersonate/${employee.id}`);
    const cookie = (acting.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const as = caller(t, employee.id, cookie);
    for (const answer of [
      await as.post(`${SSO}/link`),
      await as.delete(`${SSO}/link`),
      await as.get(`${SSO}/link`),
    ]) {
      tried++;
      expect(answer.status).toBe(403);
    }
  });

  it("403: single sign-on is set up by super admins alone, with a confirmed identity", async () => {
    const { t, admin, employee, super_admin, body } = install;
    const key = await super_admin.post("/api/v1/admin/api-keys", { name: "k" });
    const byKey = { authorization: `Bearer ${key.json.key}` };
    const only = `${ADMIN_SSO}/only`;
    const person = `${ADMIN_SSO}/people/${employee.id}`;
    for (const by of [admin, employee]) {
      for (const answer of [
        await by.put(ADMIN_SSO, body()),
        await by.put(only, { only: true }),
        await by.delete(ADMIN_SSO),
        await by.delete(person),
      ]) {
        tried++;
        expect(answer.json.code).toBe("forbidden");
      }
    }
    expect((await t.put(ADMIN_SSO, body(), byKey)).status).toBe(403);
    const shown = await t.get(ADMIN_SSO, byKey);
    expect(shown.status).toBe(200);
    expect(shown.text).not.toContain(CLIENT.secret);
    t.advance(10 * MINUTE_MS);
    expect((await super_admin.put(ADMIN_SSO, body())).json.code).toBe("reauthentication_required");
    tried += 2;
  });

  it("a session that a way out planted: every sign-in opens one of its own", async () => {
    const { t, browser, employee } = install;
    const page = browser();
    page.jar.set("auth_token", employee.cookie.replace("auth_token=", ""));
    await page.signIn(NEW);
    tried++;
    expect(`auth_token=${page.jar.get("auth_token")}`).not.toBe(employee.cookie);
    expect((await page.who()).me.user.email).toBe(NEW);
    expect((await employee.get("/api/v1/auth/me")).status).toBe(401);
    expect((await t.db.select().from(sessions)).map(({ method }) => method)).toContain("sso");
  });
});
