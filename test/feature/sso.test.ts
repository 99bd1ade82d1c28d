import { afterEach, describe, expect, it } from "vitest";
import { users } from "#modules/accounts/schema/accounts.ts";
import { ssoFlows, ssoIdentities } from "#modules/accounts/schema/sso.ts";
import { HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { addPasskey, codeAt, setTotp } from "#test/support/factors.ts";
import { consentAt } from "#test/support/oauth/certified-provider.ts";
import { SSO, type SsoInstall, ssoInstall } from "#test/support/sso.ts";
import { auditOf, PASSWORD, signIn } from "#test/support/staff.ts";

let install: SsoInstall;
afterEach(() => install.close());

const NEW = "nora@example.com";

describe("a sign-in with single sign-on", () => {
  it("303: makes an account for an unknown person, once, and opens a session of a day", async () => {
    install = await ssoInstall();
    const { t, browser, super_admin, provider, say } = install;
    say(NEW, { name: "Nora New" });
    expect((await t.get(SSO, { cookie: "" })).json).toEqual({
      enabled: true,
      name: "Certified",
      only: false,
      start_url: "http://localhost/api/v1/auth/sso/start",
    });
    const nora = browser();
    const away = new URL(await nora.leave("?next=/w/1/inbox&login_hint=nora%40example.com"));
    expect(Object.fromEntries(away.searchParams)).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      redirect_uri: "http://localhost/api/v1/auth/sso/callback",
      login_hint: NEW,
    });
    const [flow] = await t.db.select().from(ssoFlows);
    const kept = JSON.stringify(flow);
    for (const name of ["state", "code_challenge"]) {
      expect(kept).not.toContain(away.searchParams.get(name));
    }
    expect(kept).not.toContain(nora.jar.get("sso"));
    const back = await nora.open(await consentAt(away.href, NEW));
    expect([back.status, back.to]).toEqual([303, "/w/1/inbox"]);
    expect(back.headers.get("set-cookie")).toMatch(/auth_token=.*; Max-Age=86400; .*HttpOnly/);
    expect(provider.events).toEqual(["grant.success"]);

    const { me, ...own } = await nora.who();
    expect(me.user).toMatchObject({ name: "Nora New", email: NEW, role: "employee" });
    expect(me.workspaces).toEqual([]);
    const sessions = await own.get("/api/v1/auth/sessions");
    expect(sessions.json.data[0].method).toBe("sso");
    t.advance(24 * HOUR_MS);
    expect((await own.get("/api/v1/auth/me")).status).toBe(401);

    expect((await nora.signIn(NEW)).to).toBe("/");
    expect((await nora.who()).me.user.id).toBe(me.user.id);
    expect(await t.db.select().from(ssoIdentities)).toMatchObject([
      { issuer: provider.issuer, subject: NEW, userId: me.user.id, email: NEW, endedAt: null },
    ]);
    const lines = await auditOf(super_admin, "auth.registered");
    expect(lines[0]).toMatchObject({ details: { method: "sso", role: "employee" } });
    const none = await t.post("/api/v1/auth/login", { username: NEW, password: "" + PASSWORD });
    expect(none.json.code).toBe("invalid_credentials");
  });

  it("of several ways back at once one makes an account and a session", async () => {
    install = await ssoInstall();
    const { t, browser } = install;
    const tabs = [browser(), browser(), browser()];
    const ways = await Promise.all(tabs.map(async (tab) => consentAt(await tab.leave(), NEW)));
    const answers = await Promise.all(tabs.map((tab, i) => tab.open(ways[i] ?? "")));
    expect(answers.map(({ to }) => to)).toEqual(["/", "/", "/"]);
    expect((await t.db.select().from(users)).filter(({ email }) => email === NEW)).toHaveLength(1);
    expect(await t.db.select().from(ssoIdentities)).toHaveLength(1);
    const one = browser();
    const way = await consentAt(await one.leave(), NEW);
    const twice = await Promise.all([one.open(way), one.open(way)]);
    expect(twice.map(({ to }) => String(to)).toSorted()).toEqual([
      "/",
      "/sign-in?sso_problem=consent_unknown",
    ]);
  });

  it("links an account with the same verified address once, and keeps its password", async () => {
    install = await ssoInstall({ create_people: false });
    const { t, browser, employee, super_admin, mailed } = install;
    const page = browser();
    expect((await page.signIn("employee@example.com")).to).toBe("/");
    expect((await page.who()).me.user.id).toBe(employee.id);
    expect((await signIn(t, "employee@example.com")).id).toBe(employee.id);
    expect(await auditOf(super_admin, "sso.linked")).toMatchObject([
      { details: { by: "email", password_ended: false } },
    ]);
    expect(await mailed()).toMatchObject([
      { to: "employee@example.com", subject: "Single sign-on was linked" },
    ]);
    const stranger = await browser().signIn(NEW);
    expect(stranger.to).toBe("/sign-in?sso_problem=sso_no_access");
  });

  it("asks for the second factor that the person has here, and finishes with it", async () => {
    install = await ssoInstall();
    const { t, browser, employee } = install;
    const app = await setTotp(t, employee);
    const page = browser();
    const back = await page.signIn("employee@example.com", "?next=/account");
    const [, ticket] = /^\/sign-in\?next=%2Faccount#ticket=([\w-]{43})$/.exec(back.to ?? "") ?? [];
    expect(page.jar.has("auth_token")).toBe(false);
    const asked = await t.post("/api/v1/auth/login/factor/options", { ticket }, { cookie: "" });
    expect(asked.json).toMatchObject({ factor_required: true, methods: ["totp", "recovery_code"] });
    const done = await t.post(
      "/api/v1/auth/login/factor",
      { ticket, method: "totp", code: app.code() },
      { cookie: "" },
    );
    expect(done.status).toBe(200);
    expect(done.headers.get("set-cookie")).toContain("Max-Age=86400");
    page.take(done.headers);
    const sessions = await (await page.who()).get("/api/v1/auth/sessions");
    expect(sessions.json.data.find((one: { is_current: boolean }) => one.is_current).method).toBe(
      "sso+totp",
    );
    const used = await t.post("/api/v1/auth/login/factor/options", { ticket }, { cookie: "" });
    expect(used.json.code).toBe("ticket_unknown");
  });

  it("two factors at the provider count where the admin says so, and no longer than that", async () => {
    install = await ssoInstall({ mfa_values: ["mfa", "gold"] });
    const { t, browser, super_admin, employee, control, provider, setUp } = install;
    await super_admin.put("/api/v1/admin/settings", { required_factor_roles: ["employee"] });
    const weak = browser();
    await weak.signIn("employee@example.com");
    expect((await weak.who()).me.factor_required).toBe(true);
    for (const more of [{ amr: ["pwd", "mfa"] }, { acr: "gold" }]) {
      control.forge = (claims) => provider.sign({ ...claims, ...more });
      const strong = browser();
      await strong.signIn("employee@example.com");
      expect((await strong.who()).me.factor_required).toBe(false);
    }
    await setTotp(t, await signIn(t, "employee@example.com"));
    const strong = browser();
    expect((await strong.signIn("employee@example.com")).to).toBe("/");
    expect((await strong.who()).me.user.id).toBe(employee.id);
    // Without the app they stand on what the provider vouched for, until that counts no more.
    await super_admin.delete(`/api/v1/admin/users/${employee.id}/factors`);
    await strong.signIn("employee@example.com");
    expect((await strong.who()).me.factor_required).toBe(false);
    expect((await setUp({ mfa_values: [] })).status).toBe(200);
    expect((await strong.who()).me.factor_required).toBe(true);
  });
});

describe("role and workspaces by a claim", () => {
  it("are what the groups say at each sign-in, and end with them", async () => {
    install = await ssoInstall(null);
    const { t, browser, setUp, say, super_admin, rootWid, clientWid } = install;
    const roles = [
      { value: "admins", role: "admin" },
      { value: "sales", role: "employee", workspaces: [rootWid] },
      { value: "acme", role: "employee", workspaces: [clientWid] },
      { value: "customers", role: "client", workspaces: [clientWid] },
    ];
    expect((await setUp({ role_claim: "groups", roles })).status).toBe(200);
    const page = browser();
    const arrive = async (groups: readonly string[]) => {
      say(NEW, { groups });
      const { to } = await page.signIn(NEW);
      const { me } = await page.who();
      const places = me.workspaces?.map(({ id }: { id: number }) => id).toSorted();
      return [to, me.user?.role, places];
    };
    expect(await arrive(["sales"])).toEqual(["/", "employee", [rootWid]]);
    expect(await arrive(["sales", "acme"])).toEqual(["/", "employee", [rootWid, clientWid]]);
    expect(await arrive(["acme", "others"])).toEqual(["/", "employee", [clientWid]]);
    const own = await page.who();
    const made = await own.post(`/api/v1/workspaces/${clientWid}/api-keys`, { name: "k" });
    const key = { authorization: `Bearer ${made.json.key}` };
    const withKey = () => t.get(`/api/v1/workspaces/${clientWid}/stats`, key);
    expect((await withKey()).status).toBe(200);
    expect(await arrive(["customers"])).toEqual(["/", "client", [clientWid]]);
    expect((await arrive(["admins", "sales"]))[1]).toBe("admin");
    const admin = await page.who();
    const installKey = await admin.post("/api/v1/admin/api-keys", { name: "k" });
    expect(installKey.status).toBe(201);

    const before = page.cookie();
    expect(await arrive([])).toEqual(["/sign-in?sso_problem=sso_no_access", undefined, undefined]);
    expect((await t.get("/api/v1/auth/me", { cookie: before })).status).toBe(401);
    expect((await withKey()).status).toBe(401);
    const byInstallKey = { authorization: `Bearer ${installKey.json.key}` };
    expect((await t.get("/api/v1/admin/clients", byInstallKey)).status).toBe(401);
    const [row] = (await t.db.select().from(users)).filter(({ email }) => email === NEW);
    expect(row?.role).toBe("employee");
    const listed = await super_admin.get("/api/v1/admin/sso/people?ended=true");
    expect(listed.json.data).toMatchObject([{ email: NEW, role: "employee" }]);
    expect(listed.json.data[0].ended_at).not.toBeNull();

    expect(await arrive(["sales"])).toEqual(["/", "employee", [rootWid]]);
    expect(await auditOf(super_admin, "sso.access_ended")).toHaveLength(1);
    const changes = await auditOf(super_admin, "sso.access_changed");
    expect(changes.map(({ details }) => details)[0]).toMatchObject({
      from: "employee",
      to: "employee",
      added: [rootWid],
    });
  });

  it("close an account with a password and a passkey too, until a row fits or it is unlinked", async () => {
    install = await ssoInstall(null);
    const { t, browser, setUp, say, super_admin, employee, mailed } = install;
    const { authenticator } = await addPasskey(employee);
    await setUp({ role_claim: "groups", roles: [{ value: "staff", role: "employee" }] });
    say("employee@example.com", { groups: ["staff"] });
    const ways = async () => {
      const passkey = (await t.post("/api/v1/auth/login/passkey/options", {}, { cookie: "" })).json;
      const response = authenticator.get(passkey.options);
      const sign = await t.post("/api/v1/auth/login/passkey", {
        ticket: passkey.ticket,
        response,
      });
      const login = { username: "employee@example.com", password: PASSWORD };
      await t.post("/api/v1/auth/forgot", { email: "employee@example.com" });
      const mails = (await mailed()).filter(({ subject }) => subject === "Reset your password");
      t.advance(6 * MINUTE_MS);
      return [sign.status, (await t.post("/api/v1/auth/login", login)).status, mails.length];
    };
    const page = browser();
    const factor = await page.signIn("employee@example.com");
    expect(factor.to).toMatch(/#ticket=/);
    expect(await ways()).toEqual([200, 200, 1]);
    say("employee@example.com", { groups: ["others"] });
    expect((await page.signIn("employee@example.com")).to).toBe(
      "/sign-in?sso_problem=sso_no_access",
    );
    expect((await employee.get("/api/v1/auth/me")).status).toBe(401);
    expect(await ways()).toEqual([401, 401, 0]);
    t.useCookie(super_admin.cookie);
    await t.reauthenticate();
    expect((await t.delete(`/api/v1/admin/sso/people/${employee.id}`)).status).toBe(204);
    t.useCookie("");
    expect(await ways()).toEqual([200, 200, 1]);
  });

  it("leave workspaces that were assigned here where a row says so, and read claims within claims", async () => {
    install = await ssoInstall(null);
    const { browser, setUp, say, super_admin, rootWid, clientWid } = install;
    const roles = [
      { value: "staff", role: "employee" },
      { value: "acme", role: "employee", workspaces: [clientWid] },
    ];
    await setUp({ role_claim: "realm_access.roles", roles, default_role: "employee" });
    say(NEW, { realm_access: { roles: ["staff", "acme"] } });
    const page = browser();
    await page.signIn(NEW);
    const { id } = await page.who();
    const pair = { employee_id: id, workspace_id: rootWid };
    expect((await super_admin.post("/api/v1/admin/assignments", pair)).status).toBe(201);
    const places = async () =>
      (await page.who()).me.workspaces.map((one: { id: number }) => one.id).toSorted();
    say(NEW, { realm_access: { roles: ["staff"] } });
    await page.signIn(NEW);
    expect(await places()).toEqual([rootWid, clientWid]);
    say(NEW, { realm_access: { roles: ["acme"] } });
    await page.signIn(NEW);
    expect(await places()).toEqual([clientWid]);
    // Whom no row fits is what the default says, with what they have.
    say(NEW, {});
    await page.signIn(NEW);
    expect(await places()).toEqual([clientWid]);
  });

  it("accept an invitation of the same address, and end it", async () => {
    install = await ssoInstall({ create_people: false });
    const { browser, super_admin, rootWid } = install;
    const invite = (email: string, role: string, workspaces: number[] = []) =>
      super_admin.post("/api/v1/admin/invitations", { email, role, workspaces });
    await invite(NEW, "employee", [rootWid]);
    await invite("boss@example.com", "admin");
    const page = browser();
    await page.signIn(NEW);
    const { me } = await page.who();
    expect([me.user.role, me.workspaces[0].id]).toEqual(["employee", rootWid]);
    // An admin by an address alone: the invitation's own link is needed.
    expect((await browser().signIn("boss@example.com")).to).toBe(
      "/sign-in?sso_problem=sso_link_required",
    );
    const left = await super_admin.get("/api/v1/admin/invitations");
    expect(left.json.data.map(({ email }: { email: string }) => email)).toEqual([
      "boss@example.com",
    ]);
    expect(await auditOf(super_admin, "invitation.accepted")).toHaveLength(1);
  });
});

describe("a person's own link", () => {
  it("of a super admin is made by themselves, from a signed-in and confirmed session", async () => {
    install = await ssoInstall();
    const { t, browser, super_admin, provider } = install;
    const root = browser();
    expect((await root.signIn("root@example.com")).to).toBe(
      "/sign-in?sso_problem=sso_link_required",
    );
    root.jar.set("auth_token", super_admin.cookie.replace("auth_token=", ""));
    expect((await super_admin.get(`${SSO}/link`)).json).toEqual({
      available: true,
      name: "Certified",
      linked: null,
      password_set: true,
    });
    const begun = await t.post(`${SSO}/link`, {}, { cookie: root.cookie() });
    root.take(begun.headers);
    const back = await root.open(await consentAt(begun.json.authorize_url, "root@example.com"));
    expect(back.to).toBe("/account");
    expect((await super_admin.get(`${SSO}/link`)).json.linked.email).toBe("root@example.com");
    const other = browser();
    await other.signIn("root@example.com");
    expect((await other.who()).me.user.role).toBe("super_admin");
    expect(await auditOf(super_admin, "sso.linked")).toMatchObject([
      { user: { id: super_admin.id }, details: { by: "person" } },
    ]);

    // Another account at the provider does not replace it.
    const again = await t.post(`${SSO}/link`, {}, { cookie: root.cookie() });
    root.take(again.headers);
    const second = await root.open(await consentAt(again.json.authorize_url, "other@example.com"));
    expect(second.to).toBe("/account?sso_problem=other_account");
    expect((await super_admin.delete(`${SSO}/link`)).status).toBe(204);
    expect((await super_admin.delete(`${SSO}/link`)).status).toBe(404);
    expect(await t.db.select().from(ssoIdentities)).toEqual([]);
    expect(provider.events).not.toContain("grant.error");
  });

  it("409: is not undone by who would have no way in, or whose role the provider gives", async () => {
    install = await ssoInstall();
    const { browser, setUp, say, super_admin } = install;
    const page = browser();
    await page.signIn(NEW);
    const nora = await page.who();
    const none = await nora.delete(`${SSO}/link`);
    expect([none.status, none.json.code]).toEqual([409, "invalid_state"]);
    expect((await nora.get(`${SSO}/link`)).json.password_set).toBe(false);
    const mine = browser();
    await mine.signIn("employee@example.com");
    await setUp({ role_claim: "groups", roles: [{ value: "staff", role: "employee" }] });
    const managed = await (await mine.who()).delete(`${SSO}/link`);
    expect(managed.json.code).toBe("invalid_state");
    say(NEW, { groups: [] });
    await page.signIn(NEW);
    // A super admin unlinks whom the provider shut out.
    expect((await super_admin.delete(`/api/v1/admin/sso/people/${nora.id}`)).status).toBe(204);
    expect((await super_admin.delete(`/api/v1/admin/sso/people/${nora.id}`)).status).toBe(404);
    expect(await auditOf(super_admin, "sso.unlinked")).toHaveLength(1);
  });
});

describe("the confirmation of an identity at the provider", () => {
  it("renews the session of the same person after a new sign-in there", async () => {
    install = await ssoInstall();
    const { t, browser, control, provider } = install;
    const page = browser();
    await page.signIn(NEW);
    const options = await (await page.who()).post("/api/v1/auth/reauthenticate/options");
    expect(options.json).toEqual({
      methods: ["sso"],
      passkey: null,
      sso_url: "http://localhost/api/v1/auth/sso/start?reauthenticate=true",
    });
    t.advance(11 * MINUTE_MS);
    const totp = async () => (await page.who()).post("/api/v1/auth/factors/totp");
    expect((await totp()).json.code).toBe("reauthentication_required");
    const before = page.cookie();
    const away = new URL(await page.leave("?reauthenticate=true&next=/sso-done"));
    expect([away.searchParams.get("prompt"), away.searchParams.get("max_age")]).toEqual([
      "login",
      "0",
    ]);
    // The provider's clock is that of the machine.
    control.forge = (claims) =>
      provider.sign({ ...claims, auth_time: Math.floor(t.clock.now / 1_000) });
    const back = await page.open(await consentAt(away.href, NEW));
    expect(back.to).toBe("/sso-done");
    expect((await t.get("/api/v1/auth/me", { cookie: before })).status).toBe(401);
    expect((await totp()).status).toBe(201);

    const refusals: (readonly [string, number | undefined, string])[] = [
      [NEW, Math.floor(t.clock.now / 1_000) - 3_600, "sso_not_fresh"],
      [NEW, undefined, "sso_not_fresh"],
      ["employee@example.com", Math.floor(t.clock.now / 1_000), "other_account"],
    ];
    for (const [person, auth_time, problem] of refusals) {
      control.forge = (claims) => provider.sign({ ...claims, auth_time });
      const answer = await page.signIn(person, "?reauthenticate=true&next=/sso-done");
      expect(answer.to).toBe(`/sso-done?sso_problem=${problem}`);
    }
    control.forge = null;
    expect(codeAt((await totp()).json.secret, t.clock.now)).toHaveLength(6);
  });
});
