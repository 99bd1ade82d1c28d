import { afterEach, describe, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { sessions } from "#modules/accounts/schema/accounts.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { addPasskey, finish, password, setTotp } from "#test/support/factors.ts";
import { consentAt } from "#test/support/oauth/certified-provider.ts";
import { ADMIN_SSO, type SsoInstall, ssoInstall } from "#test/support/sso.ts";
import { auditOf, caller, cookieOf, PASSWORD, signIn } from "#test/support/staff.ts";

let install: SsoInstall;
afterEach(() => install.close());

const ONLY = `${ADMIN_SSO}/only`;
const OPTIONS = "/api/v1/auth/login/passkey/options";

/** An install where single sign-on is the only way in, but for its super admin. */
async function onlySso() {
  install = await ssoInstall();
  const page = install.browser();
  await page.signIn("employee@example.com");
  const answer = await install.super_admin.put(ONLY, { only: true });
  expect([answer.status, answer.json.only]).toEqual([200, true]);
  return { ...install, page };
}

describe("single sign-on as the only way in", () => {
  it("403: no password, alike for every name; the emergency account's is written down and mailed", async () => {
    const { t, browser, super_admin, mailed } = await onlySso();
    await mailed();
    const tries = [
      ["employee@example.com", PASSWORD],
      ["employee@example.com", "wrong"],
      ["nobody@example.com", PASSWORD],
      ["root@example.com", "wrong"],
    ] as const;
    const answers = [];
    for (const [username, tried] of tries) {
      answers.push(await t.post("/api/v1/auth/login", { username, password: tried }));
    }
    const seen = answers.map(({ status, json }) => [status, json.code, json.detail]);
    expect(new Set(seen.map(String)).size).toBe(1);
    expect(seen[0]?.slice(0, 2)).toEqual([403, "sso_required"]);
    expect(answers.every(({ headers }) => headers.get("set-cookie") === null)).toBe(true);

    const root = await signIn(t, "root@example.com");
    expect(await auditOf(root, "auth.emergency_sign_in")).toMatchObject([
      { user: { id: super_admin.id }, details: { method: "password" } },
    ]);
    const notices = await mailed();
    expect(notices.map(({ to }) => String(to)).toSorted()).toEqual([
      "admin@example.com",
      "root@example.com",
    ]);
    expect(notices[0]?.subject).toBe("The emergency account signed in");
    expect((await browser().signIn("employee@example.com")).to).toBe("/");
    expect((await t.get("/api/v1/auth/sso", { cookie: "" })).json.only).toBe(true);
  });

  it("sessions that were opened otherwise end, and none comes back", async () => {
    install = await ssoInstall();
    const { t, employee, admin, super_admin, browser } = install;
    const page = browser();
    await page.signIn("employee@example.com");
    const before = await t.db.select().from(sessions);
    expect((await super_admin.put(ONLY, { only: true })).status).toBe(200);
    expect((await employee.get("/api/v1/auth/me")).status).toBe(401);
    expect((await admin.get("/api/v1/auth/me")).status).toBe(401);
    expect((await super_admin.get("/api/v1/auth/me")).status).toBe(200);
    expect((await page.who()).me.user.id).toBe(employee.id);
    // Not even a row that a sign-in wrote at the same moment.
    await t.db.insert(sessions).values(before).onConflictDoNothing();
    expect((await employee.get("/api/v1/auth/me")).status).toBe(401);
    expect((await page.who()).me.user.id).toBe(employee.id);
    await t.db.delete(sessions).where(eq(sessions.method, "password"));
    const root = await signIn(t, "root@example.com");
    // An admin who acts as somebody stands on their own session.
    const acting = await root.post(`/api/v1/admin/impersonate/${employee.id}`);
    const as = caller(t, employee.id, cookieOf(acting));
    expect((await as.get("/api/v1/auth/me")).json.user.id).toBe(employee.id);
    expect((await root.put(ONLY, { only: false })).json.only).toBe(false);
    expect((await employee.get("/api/v1/auth/me")).status).toBe(401);
    expect((await signIn(t, "employee@example.com")).id).toBe(employee.id);
    const lines = await auditOf(root, "sso.only_changed");
    expect(lines.map(({ details }) => details)).toEqual([{ only: false }, { only: true }]);
  });

  it("403: no passkey, no ticket from before, no reset, no invitation, no sign-up, no new password", async () => {
    install = await ssoInstall();
    const { t, browser, employee, admin, super_admin, mailed } = install;
    const { authenticator } = await addPasskey(employee);
    const app = await setTotp(t, admin);
    const ticket = (await password(t, "admin@example.com")).json.ticket;
    const other = (await password(t, "admin@example.com")).json.ticket;
    await t.post("/api/v1/auth/forgot", { email: "employee@example.com" });
    const invited = { email: "new@example.com", role: "employee" };
    await super_admin.post("/api/v1/admin/invitations", invited);
    const tokens = (await mailed()).flatMap(
      ({ text }) => /#token=([\w-]+)/.exec(text)?.slice(1) ?? [],
    );
    expect(tokens).toHaveLength(2);
    await browser().signIn("nora@example.com");
    expect((await super_admin.put(ONLY, { only: true })).status).toBe(200);

    const passkey = (await t.post(OPTIONS, {}, { cookie: "" })).json;
    const response = authenticator.get(passkey.options);
    const [first = "", second = ""] = tokens;
    const strong = "amber field seventeen";
    const answers = [
      await t.post("/api/v1/auth/login/passkey", { ticket: passkey.ticket, response }),
      await finish(t, { ticket, method: "totp", code: app.code() }),
      await finish(t, { ticket: other, method: "recovery_code", code: app.recoveryCodes[0] }),
      await t.post("/api/v1/auth/register", {
        name: "M",
        email: "m@example.com",
        password: strong,
      }),
    ];
    for (const token of [first, second]) {
      answers.push(
        await t.post("/api/v1/auth/reset", { token, new_password: strong }),
        await t.post("/api/v1/auth/invitation/accept", { token, name: "M", password: strong }),
      );
    }
    const codes = answers.map(({ json }) => json?.code);
    // The token of one mail is none of the other.
    expect(codes.map(String).toSorted()).toEqual([
      ...Array.from({ length: 6 }, () => "sso_required"),
      "validation_failed",
      "validation_failed",
    ]);
    expect(answers.map(({ headers }) => headers.get("set-cookie"))).toEqual(
      answers.map(() => null),
    );
    // Another link could be mailed by now.
    t.advance(6 * MINUTE_MS);
    const forgot = await t.post("/api/v1/auth/forgot", { email: "employee@example.com" });
    expect(forgot.status).toBe(202);
    const root = await t.post("/api/v1/auth/forgot", { email: "root@example.com" });
    expect(root.status).toBe(202);
    const links = (await mailed()).filter(({ text }) => text.includes("#token="));
    expect(links.map(({ to }) => to)).toEqual(["root@example.com"]);
    const [, token] = /#token=([\w-]+)/.exec(links[0]?.text ?? "") ?? [];
    const reset = await t.post("/api/v1/auth/reset", { token, new_password: strong });
    expect(reset.status).toBe(204);
    expect((await signIn(t, "root@example.com", strong)).id).toBe(super_admin.id);
  });

  it("403: people of the provider confirm who they are there, not by a password that opens nothing", async () => {
    const { t, page } = await onlySso();
    t.advance(11 * MINUTE_MS);
    const own = await page.who();
    const options = await own.post("/api/v1/auth/reauthenticate/options");
    expect(options.json.methods).toEqual(["sso"]);
    const bodies = [
      ["/api/v1/auth/reauthenticate", { method: "password", password: PASSWORD }],
      [
        "/api/v1/auth/password",
        { current_password: PASSWORD, new_password: "amber field seventeen" },
      ],
    ] as const;
    for (const [path, body] of bodies) {
      expect((await own.post(path, body)).json.code).toBe("sso_required");
    }
    expect((await own.delete("/api/v1/auth/sso/link")).json.code).toBe("reauthentication_required");
  });

  it("409, 422: is not switched on before it was tried, nor with an emergency account that cannot sign in", async () => {
    install = await ssoInstall();
    const { t, browser, super_admin, admin, setUp } = install;
    const on = (body: object = {}) => super_admin.put(ONLY, { only: true, ...body });
    expect((await on()).json.code).toBe("invalid_state");
    await browser().signIn("employee@example.com");
    expect((await on({ emergency_account: admin.id })).json.errors[0].path).toBe(
      "emergency_account",
    );
    expect((await on({ emergency_account: 999 })).status).toBe(422);
    t.advance(1_000);
    expect((await setUp({ domains: ["example.org", "example.com"] })).json.proved).toBe(false);
    expect((await on()).json.code).toBe("invalid_state");
    await browser().signIn("employee@example.com");
    const done = await on();
    expect(done.json).toMatchObject({
      only: true,
      proved: true,
      emergency_account: { id: super_admin.id, email: "root@example.com" },
      unlinked_admins: 1,
    });
    const removed = await super_admin.delete(ADMIN_SSO);
    expect([removed.status, removed.json.code]).toEqual([409, "invalid_state"]);
  });

  it("an invited person comes in by the provider, and by nothing else", async () => {
    const { browser, super_admin, rootWid } = await onlySso();
    await super_admin.post("/api/v1/admin/invitations", {
      email: "ivy@example.com",
      role: "employee",
      workspaces: [rootWid],
    });
    const page = browser();
    await page.open(await consentAt(await page.leave(), "ivy@example.com"));
    expect((await page.who()).me.workspaces).toMatchObject([{ id: rootWid }]);
  });
});
